// Drawings are files: <game>/art/<name>.svg, which the build makes into components.
import type { ComponentChildren, FunctionComponent, JSX } from "preact";

type Frame = Omit<JSX.SVGAttributes<SVGSVGElement>, "name"> & { children?: ComponentChildren };
type ArtProps = Frame & {
  name: string;
  /** Its width and height, if they are not its own. */
  size?: number;
};
export type Drawings = Readonly<Record<string, FunctionComponent<Frame>>>;

/** What draws a game's drawings: each in its own frame, whose attributes can be set, and with what is
 * drawn over it. */
export const artOf =
  (drawings: Drawings) =>
  ({ name, size, ...frame }: ArtProps) => {
    const Drawing = drawings[name]!;
    return <Drawing {...(size && { width: size, height: size })} {...frame} />;
  };
