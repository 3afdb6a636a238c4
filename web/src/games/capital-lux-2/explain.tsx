// What log and board say of each other: the places of moves and events, and what a place or a card is.
import { num } from "../../engine/lines";
import { isMove, type Line, type Move, type StoryItem } from "../../engine/types";
import type { BoardProps, Explained } from "../contract";
import { CardFace } from "./art";
import { IN_CAPITAL } from "./choose";
import { cardName, cards, districtName, fact, limitStory, named, nameOf } from "./talk";
import { say, tileName } from "./talk";
import type { Card, District, LuxView, Owner, Place } from "./view";
import { accountOf, against, cardsAt, colour, holdings, isDistrict, judgedIn, value } from "./view";

/** A pane of the capital or of a city, as in data-target. */
export const paneName = (place: Place, district: District): string => `${place}:${district}`;

const ownerIn = (word: string): Owner | null =>
  word === "rob" ? word : /^\d$/.test(word) ? Number(word) : null;

/** Whose pane a district in an action is: that of the word before it, or else the capital's. */
function placeOf([seat]: Move, words: string[], i: number): Place {
  const before = words[i - 1]!;
  if (before === "city" || words[0] === "sentinel") return seat;
  return ownerIn(before) ?? "capital";
}

function ofMove(move: Move): string[] {
  const words = move[1].split(" ");
  const [verb, card] = words;
  const played = verb === "city" || verb === "capital" ? colour(card ?? "") : null;
  if (played) return [paneName(verb === "city" ? move[0] : "capital", played)];
  const panes = words.flatMap((word, i) =>
    i > 0 && isDistrict(word) ? [paneName(placeOf(move, words, i), word)] : [],
  );
  return [`tile:${verb}`, ...panes];
}

function ofEvent(line: Line): string[] {
  const district = line["district"] as District | undefined;
  if (!district) return [];
  const whose = [line["seat"] ?? []].flat() as Owner[];
  const inCapital = whose.length === 0 || IN_CAPITAL.includes(line.id);
  return (inCapital ? (["capital"] as const) : whose).map((place) => paneName(place, district));
}

export const targets = (item: StoryItem): string[] => (isMove(item) ? ofMove(item) : ofEvent(item));

type Props = BoardProps<LuxView>;

/** A district's tile, or its pane somewhere, by name. */
function titleOf(props: Props, what: "tile" | Place, district: District): string {
  const { view, facts, names } = props;
  const where = districtName(district);
  if (what === "tile") return `${tileName(view.powers[district])} · ${where}`;
  if (what === "capital") return `${say("capital")} · ${where}`;
  const points = say("points.city", { n: num(accountOf(facts, what), "city") });
  return `${nameOf(what, names)} · ${where} · ${points}`;
}

function explainCard({ view, legal }: Props, card: Card): Explained {
  const tile = view.powers[colour(card)!] as string | undefined;
  const power = tile && `${tileName(tile)}: ${say(`power.${tile}`)}`;
  const waits = view.phase === "play" && legal.length === 0;
  return {
    title: cardName(card),
    text: power ? say("card.about", { n: value(card), power }) : "",
    picture: (
      <div class="clx-explained">
        <CardFace card={card} />
      </div>
    ),
    ...(waits ? { action: `city ${card}` } : {}),
  };
}

function aboutCapital({ view, facts }: Props, district: District): string[] {
  const gone = view.discard.filter((card) => colour(card) === district);
  return [limitStory(facts, district), say("discarded", { cards: named(gone) })];
}

/** The city, what one is certain of in another's hand, and what else its owner has. */
function aboutCity(props: Props, owner: Owner, district: District): string[] {
  const { view, facts, names, seat } = props;
  const { bonus, gold } = holdings(view, owner);
  const hand = owner === "rob" || owner === seat ? [] : view.seats[owner]!.hand;
  const known = hand.filter((card) => card !== null);
  const account = accountOf(facts, owner);
  const pile = { cards: named(bonus), n: num(account, "bonus") };
  return [
    `${fact(against(facts, owner, district), names)} ${limitStory(facts, district)}`,
    known.length > 0 ? say("known", { cards: cards(known) }) : "",
    `${say("bonus.pile", pile)} ${say("gold.has", { n: gold, worth: num(account, "gold") })}`,
  ];
}

/** What there is to say of a district's tile, or of its pane somewhere. */
function about(props: Props, what: "tile" | Place, district: District): string[] {
  const tile = props.view.powers[district];
  if (what === "tile") return [say(`power.${tile}`), say(`power.${tile}.more`)];
  const here = `${named(cardsAt(props.view, what, district))}.`;
  const more =
    what === "capital" ? aboutCapital(props, district) : aboutCity(props, what, district);
  return [here, ...more].filter((line) => line.trim() !== "");
}

/** Targets are "tile:blue", "card:b5", or a pane's name. */
export function explain(target: string, board: Props): Explained | null {
  const [kind, what] = target.split(":") as [string, string];
  const last = board.view.phase === "over" ? judgedIn(board.story) : [];
  const props = { ...board, facts: [...last.filter(({ id }) => id === "limit"), ...board.facts] };
  if (kind === "card") return explainCard(props, what);
  if (!isDistrict(what)) return null;
  const where = kind === "tile" ? kind : (ownerIn(kind) ?? "capital");
  const text = about(props, where, what).join(" ");
  const mark = /[†‡]$/.exec(text)?.[0];
  const note = mark && { note: say(`power.mark.${mark}`) };
  return { title: titleOf(props, where, what), text, ...note };
}
