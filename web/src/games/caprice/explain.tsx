// What a block, a tower, the marker or a tile is.
import { figure, list, t, word } from "../../words/words";
import { canPick } from "../choose";
import type { BoardProps, Explained } from "../contract";
import { Block, Marker, Tile } from "./art";
import type { CapriceView, Kind } from "./view";

type Props = BoardProps<CapriceView>;

const Picture = (props: { children: preact.ComponentChildren }) => (
  <div class="caprice-explained" aria-hidden="true">
    {props.children}
  </div>
);

/** An action that cannot be done, so that it is said why; none where there is nothing to ask. */
const refused = (legal: string[], verb: string, place: string, action: string) =>
  legal.some((one) => one.startsWith(verb)) && !legal.some((one) => one.endsWith(` ${place}`))
    ? { action }
    : {};

function explainBlock({ view, legal }: Props, kind: Kind): Explained {
  const open = legal.find((action) => action.startsWith("place "))?.split(" ")[2];
  const none = open !== undefined && !canPick(legal, ["place"], kind);
  return {
    title: t("caprice.reserve.left", { kind: word("caprice", kind), n: view.reserve[kind] }),
    text: t("caprice.explain.block"),
    picture: (
      <Picture>
        <Block kind={kind} />
      </Picture>
    ),
    ...(none && { action: `place ${kind} ${open}` }),
  };
}

export function towerBlocks(view: CapriceView, place: number): string {
  const blocks = view.towers[place] ?? [];
  const tower = figure(place + 1);
  if (blocks.length === 0) return t("caprice.tower.empty", { tower });
  return t("caprice.tower.blocks", {
    tower,
    blocks: list(blocks.map((kind) => word("caprice", kind))),
  });
}

/** Why its top block stays, or why nothing can be put there. */
function whyTower({ view, legal }: Props, place: string): { action?: string } {
  if (view.phase === "place")
    return refused(legal, "place ", place, `place ${legal[0]?.split(" ")[1]} ${place}`);
  if (view.phase !== "move" || legal.length === 0 || canPick(legal, ["move"], place)) return {};
  return { action: `move ${place} ${place === "0" ? 1 : 0}` };
}

function explainTower(props: Props, place: string): Explained {
  const marked = String(props.view.marker) === place;
  const parts = ["tower", ...(marked ? ["marker"] : [])];
  return {
    title: towerBlocks(props.view, Number(place)),
    text: parts.map((part) => t(`caprice.explain.${part}`)).join(" "),
    ...whyTower(props, place),
  };
}

const explainMarker = (): Explained => ({
  title: t("caprice.explain.marker_name"),
  text: t("caprice.explain.marker"),
  picture: (
    <Picture>
      <Marker />
    </Picture>
  ),
});

const explainTile = (level: number, kind: Kind): Explained => ({
  title: t("caprice.hand.tile", { level: figure(level + 1), kind: word("caprice", kind) }),
  text: t("caprice.explain.tile"),
  picture: (
    <Picture>
      <Tile kind={kind} />
    </Picture>
  ),
});

export function explain(target: string, props: Props): Explained | null {
  const [what, name = "", kind = ""] = target.split(":");
  if (what === "block") return explainBlock(props, name as Kind);
  if (what === "tower") return explainTower(props, name);
  if (what === "marker") return explainMarker();
  return what === "tile" ? explainTile(Number(name), kind as Kind) : null;
}
