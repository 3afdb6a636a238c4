// Which places and pieces a move or an event is about.
import { isMove, type StoryItem } from "../../engine/types";
import { targetsOf } from "../../model/targets";
import { copyOf } from "../choose";
import { readForce } from "./view";

/** A piece at home: the nth of those of equal value. */
export const pieceAt = (seat: number, member: number, nth: number): string =>
  `member:${seat}:${member}:${nth}`;
export const guardsOf = (seat: number): string => `guards:${seat}`;
export const prisoner = (seat: number, member: number): string => `prisoner:${seat}:${member}`;

function piecesOf(seat: number, words: string[]): string[] {
  const { members, guards } = readForce(words);
  const pieces = members.map((member, i) => pieceAt(seat, member, copyOf(members, i)));
  return guards > 0 ? [...pieces, guardsOf(seat)] : pieces;
}

/** Pieces are told by whose they are. The harbour, the park and the prison are named by what happened. */
export function targets(item: StoryItem): string[] {
  if (!isMove(item)) return [item.id, ...targetsOf(item)];
  const [seat, action] = item;
  const [verb, ...words] = action.split(" ");
  if (verb === "swap" || verb === "discard") return []; // cards, not the shops of the same names
  if (verb === "force") return piecesOf(seat, words);
  return verb === "bail" ? [prisoner(seat, Number(words[0]))] : targetsOf(item);
}
