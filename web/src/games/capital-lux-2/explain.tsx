// What log and board say of each other: the places of moves and events, and what a place or a card is.
import { num } from "../../engine/lines";
import { isMove, type Line, type Move, type StoryItem } from "../../engine/types";
import type { BoardProps, Explained } from "../contract";
import { CardFace } from "./art";
import { IN_CAPITAL } from "./choose";
import { cardName, districtName, fact, limitStory, nameOf, say, tileName } from "./talk";
import {
  accountOf,
  against,
  colour,
  isDistrict,
  type Card,
  type District,
  type LuxView,
  type Owner,
  type Place,
} from "./view";

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
export function titleOf({ view, names }: Props, what: "tile" | Place, district: District): string {
  const whose = what === "capital" ? say("capital") : what !== "tile" && nameOf(what, names);
  return `${whose || tileName(view.powers[district])} · ${districtName(district)}`;
}

function explainTile(props: Props, district: District): Explained {
  const tile = props.view.powers[district];
  const text = `${say(`power.${tile}`)} ${say(`power.${tile}.more`)}`;
  return { title: titleOf(props, "tile", district), text };
}

function explainCard({ view, legal }: Props, card: Card): Explained {
  const district = colour(card);
  const tile = district && view.powers[district];
  const waits = view.phase === "play" && legal.length === 0;
  return {
    title: cardName(card),
    text: tile ? `${tileName(tile)}: ${say(`power.${tile}`)}` : "",
    picture: (
      <div class="clx-explained">
        <CardFace card={card} />
      </div>
    ),
    ...(waits ? { action: `city ${card}` } : {}),
  };
}

function explainPane(props: Props, place: Place, district: District): Explained {
  const { facts, names } = props;
  const title = titleOf(props, place, district);
  const text = limitStory(facts, district);
  if (place === "capital") return { title, text };
  const held = fact(against(facts, place, district), names);
  const points = say("points.city", { n: num(accountOf(facts, place), "city") });
  return { title: `${title} · ${points}`, text: `${held} ${text}`.trim() };
}

/** Targets are "tile:blue", "card:b5", or a pane's name. */
export function explain(target: string, props: Props): Explained | null {
  const [kind, what] = target.split(":") as [string, string];
  if (kind === "card") return explainCard(props, what);
  if (!isDistrict(what)) return null;
  if (kind === "tile") return explainTile(props, what);
  return explainPane(props, ownerIn(kind) ?? "capital", what);
}
