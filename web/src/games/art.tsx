// Drawings are files: <game>/art/<name>.svg, which the build makes into components.
import { render, type ComponentChildren, type FunctionComponent, type JSX } from "preact";

type Frame = Omit<JSX.SVGAttributes<SVGSVGElement>, "name"> & { children?: ComponentChildren };
export type Drawing = FunctionComponent<Frame>;
type ArtProps = Frame & {
  name: string;
  /** Its width and height, if they are not its own. */
  size?: number;
};
export type Drawings = Readonly<Record<string, Drawing>>;

/** What draws a game's drawings: each in its own frame, whose attributes can be set, and with what is
 * drawn over it. */
export const artOf =
  (drawings: Drawings) =>
  ({ name, size, ...frame }: ArtProps) => {
    const Drawing = drawings[name]!;
    return <Drawing {...(size && { width: size, height: size })} {...frame} />;
  };

const kept = new Set<Drawing>();

/** A drawing whose pieces others use is once in the document, however many of those there are. */
export function keepOnce(Pieces: Drawing): void {
  if (kept.has(Pieces)) return;
  kept.add(Pieces);
  const workshop = document.createElement("div");
  workshop.className = "visually-hidden";
  document.body.append(workshop);
  render(<Pieces width="0" height="0" />, workshop);
}
