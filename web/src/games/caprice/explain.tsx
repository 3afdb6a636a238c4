// What a block, a tower, the marker or a tile is.
import type { ComponentChildren } from "preact";
import { figure, list, t, word } from "../../words/words";
import { canPick } from "../choose";
import type { BoardProps } from "../contract";
import { explainBy } from "../parts";
import { Art, Block, Tile } from "./art";
import type { CapriceView, Kind } from "./view";

type Props = BoardProps<CapriceView>;

const picture = (drawn: ComponentChildren) => (
  <div class="caprice-explained" aria-hidden="true">
    {drawn}
  </div>
);

/** A tile in its place: "Level 2: light round". */
export const tileName = (level: number, kind: Kind): string =>
  t("caprice.hand.tile", { level: figure(level + 1), kind: word("caprice", kind) });

export function towerBlocks(view: CapriceView, place: number): string {
  const blocks = view.towers[place] ?? [];
  const tower = figure(place + 1);
  if (blocks.length === 0) return t("caprice.tower.empty", { tower });
  return t("caprice.tower.blocks", {
    tower,
    blocks: list(blocks.map((kind) => word("caprice", kind))),
  });
}

/** Why its top block stays, or why nothing can be put there: an action to ask about. */
function whyTower({ view, legal }: Props, place: string): { action?: string } {
  if (legal.length === 0) return {};
  if (view.phase === "place" && !legal.some((action) => action.endsWith(` ${place}`)))
    return { action: `place ${legal[0]!.split(" ")[1]} ${place}` };
  if (view.phase === "move" && !canPick(legal, ["move"], place))
    return { action: `move ${place} ${place === "0" ? 1 : 0}` };
  return {};
}

export const explain = explainBy<CapriceView>({
  block({ view, legal }, name) {
    const kind = name as Kind;
    const open = legal.find((action) => action.startsWith("place "))?.split(" ")[2];
    const none = open !== undefined && !canPick(legal, ["place"], kind);
    return {
      title: t("caprice.reserve.left", { kind: word("caprice", kind), n: view.reserve[kind] }),
      text: t("caprice.explain.block"),
      picture: picture(<Block kind={kind} />),
      ...(none && { action: `place ${kind} ${open}` }),
    };
  },
  tower(props, place) {
    const marked = String(props.view.marker) === place;
    const text = t("caprice.explain.tower");
    return {
      title: towerBlocks(props.view, Number(place)),
      text: marked ? `${text} ${t("caprice.explain.marker")}` : text,
      ...whyTower(props, place),
    };
  },
  marker: () => ({
    title: t("caprice.explain.marker_name"),
    text: t("caprice.explain.marker"),
    picture: picture(<Art name="marker" />),
  }),
  order: () => ({ title: t("caprice.hand.best_now"), text: t("caprice.explain.order") }),
  tile: (_, level, kind) => ({
    title: tileName(Number(level), kind as Kind),
    text: t("caprice.explain.tile"),
    picture: picture(<Tile kind={kind as Kind} />),
  }),
});
