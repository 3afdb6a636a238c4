// What a card, a piece or a place is, for whoever points at it; and which places moves and events are
// about. A file of its own, since it speaks of everything on the table.
import type { ComponentChildren } from "preact";
import { isMove, type StoryItem } from "../../engine/types";
import { targetsOf } from "../../model/targets";
import { t, word } from "../../words/words";
import type { Explained } from "../contract";
import { explainBy } from "../parts";
import { Art, Building, CardArt, Roof } from "./art";
import { saleOf } from "./auction";
import { AreaArt, areaName } from "./board";
import type { Props } from "./choose";
import { roofsLeft, stackName, yardOf } from "./things";
import { deckOf, type CapitolView, type Deck, type SeatView, type Shape, type Tile } from "./view";

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const art = (picture: ComponentChildren) => (
  <span class="world capitol-world capitol-explained">{picture}</span>
);

/** "first. second" as a title and sentences. */
function told(parts: string): Explained {
  const [title = "", ...rest] = parts.split(". ");
  return { title, text: rest.map(sentence).join(" ") };
}

const ownOf = ({ view, seat }: Props): SeatView | undefined => view.seats[seat ?? 0];

function piece(props: Props, at: string): Explained | null {
  const own = ownOf(props);
  const plot = own && yardOf(own).find((one) => one.at === at);
  if (!plot) return at === "work:new" ? { title: t("capitol.new_work"), text: "" } : null;
  const picture = <Building height={plot.height} seat={props.seat ?? 0} shape={plot.shape} />;
  const next = t(plot.shape ? "capitol.card.permit" : "capitol.card.roof");
  return { title: sentence(plot.label), text: sentence(next), picture: art(picture) };
}

export const explain = explainBy<CapitolView>({
  area(props, name) {
    const area = props.view.areas.find((one) => one.name === name)!;
    const picture = art(<AreaArt props={props} area={area} />);
    return { ...told(areaName(area, props.facts, props.names)), picture };
  },
  card: ({ view }, card) => ({
    title: sentence(word("capitol", card)),
    text: sentence(t(`capitol.card.${view.phase === "bid" ? "bid" : deckOf(card)}`)),
    picture: art(<CardArt card={card} />),
  }),
  deck: (props, deck) => ({ ...told(stackName(props, deck as Deck)), action: `draw ${deck}` }),
  work: (props, name) => piece(props, `work:${name}`),
  building: (props, name) => piece(props, `building:${name}`),
  roof(props, shape) {
    const own = ownOf(props);
    const picture = <Roof shape={shape as Shape} seat={props.seat ?? 0} />;
    if (!own) return null;
    const title = sentence(roofsLeft(own, shape as Shape));
    return { title, text: sentence(t("capitol.card.roof")), picture: art(picture) };
  },
  stop: () => ({
    title: "STOP",
    text: sentence(t("capitol.stop")),
    picture: art(<Art name="stop" />),
  }),
  tile: (_, tile) => ({
    title: sentence(word("capitol", tile)),
    text: saleOf(tile as Tile),
    picture: art(<Art name={tile} />),
  }),
});

/** What is done in a yard or for a bid is told by whose it is, since others have the same cards and sites;
 * all else names its places. */
const WHERE: Record<string, (seat: number, words: string[]) => string[]> = {
  put: (seat, [height = ""]) => [`yard:${seat}`, `work:${height}:${seat}`],
  roof: (seat, [, height = "", shape = ""]) => [
    `yard:${seat}`,
    `work:${height}:${seat}`,
    `roof:${shape}:${seat}`,
  ],
  permit: (seat, [card = "", height = "", shape = "", area = ""]) =>
    `${card} ${area} building:${height}:${shape}:${seat} ${area}:${seat}:${height}`.split(" "),
  bid: (seat) => [`bid:${seat}`],
  stop: (seat) => [`bid:${seat}`],
};

export function targets(item: StoryItem): string[] {
  if (!isMove(item)) return targetsOf(item);
  const [seat, action] = item;
  const [verb = "", ...words] = action.split(" ");
  return WHERE[verb]?.(seat, words) ?? targetsOf(item);
}
