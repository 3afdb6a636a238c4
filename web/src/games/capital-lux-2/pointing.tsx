// What log and board say of each other: the places of moves and events, and what a place or a card is.
import { num } from "../../engine/lines";
import { isMove, type Line, type Move, type StoryItem } from "../../engine/types";
import type { BoardProps, Explained } from "../contract";
import { CardFace, cardName, districtName, tileName } from "./art";
import { IN_CAPITAL } from "./choose";
import { fact, limitStory, nameOf, say } from "./talk";
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

const OWNER = /^(\d|rob)$/;

/** Whose pane a district in an action is: that of the word before it, or else the capital's. */
function placeOf([seat]: Move, words: string[], i: number): Place {
  const before = words[i - 1]!;
  if (before === "city" || words[0] === "sentinel") return seat;
  return OWNER.test(before) ? (before === "rob" ? "rob" : Number(before)) : "capital";
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

function explainTile({ view }: Props, district: District): Explained {
  const tile = view.powers[district];
  return {
    title: `${tileName(tile)} · ${districtName(district)}`,
    text: `${say(`power.${tile}`)} ${say(`power.${tile}.more`)}`,
  };
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

function explainPane({ facts, names }: Props, place: Place, district: District): Explained {
  const who = place === "capital" ? say("capital") : nameOf(place, names);
  const held = place === "capital" ? "" : fact(against(facts, place, district), names);
  const points =
    place === "capital" ? "" : say("points.city", { n: num(accountOf(facts, place), "city") });
  return {
    title: [who, districtName(district), points].filter(Boolean).join(" · "),
    text: `${held} ${limitStory(facts, district)}`.trim(),
  };
}

/** Targets are "tile:blue", "card:b5", or a pane's name. */
export function explain(target: string, props: Props): Explained | null {
  const [kind, what] = target.split(":") as [string, string];
  if (kind === "card") return explainCard(props, what);
  if (!isDistrict(what)) return null;
  if (kind === "tile") return explainTile(props, what);
  return explainPane(
    props,
    OWNER.test(kind) && kind !== "rob" ? Number(kind) : (kind as Place),
    what,
  );
}
