// Tapping the board: which block goes where, and why something cannot be done.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import type { Reason } from "../../engine/types";
import { because } from "../../words/words";
import { canPick, pick, unpick } from "../choose";
import type { BoardProps } from "../contract";
import type { CapriceView, Kind } from "./view";

type Props = BoardProps<CapriceView>;
export type Said = { text: string; rule: string };

/** How long it is said why something cannot be done. */
const NOTE_MS = 8000;

/** The sections of the rules that say why something cannot be done, where it is not `place`. */
const RULE_OF: Record<string, string> = {
  "caprice.why.move": "move",
  "caprice.why.full": "height",
  "caprice.why.empty": "move",
  "caprice.why.placed": "move",
  "caprice.why.marked": "marker",
  "caprice.why.same": "move",
};

/** Any action will do to ask why a block or a tower cannot be chosen. */
const anyOf = (legal: string[], at: number): string => legal[0]?.split(" ")[at] ?? "0";

const canPlaceOn = (legal: string[], place: string): boolean =>
  legal.some((action) => action.startsWith("place ") && action.endsWith(` ${place}`));

/** A tower that was tapped before a block was: the block is not yet said. */
const aimOf = ({ picked }: Props): string | undefined =>
  picked.value[1] === "" ? picked.value[2] : undefined;

type Tapped = Props & { refuse(action: string): void };

function tapKind(props: Tapped, kind: Kind): void {
  const { legal, picked, staged } = props;
  const aim = aimOf(props);
  const target = staged.value?.split(" ")[2] ?? aim;
  if (!canPick(legal, ["place"], kind)) props.refuse(`place ${kind} ${aim ?? anyOf(legal, 2)}`);
  else if (picked.value[1] === kind && target === undefined) unpick(props);
  else pick(props, "place", kind, ...(target === undefined ? [] : [target]));
}

function placeOn(props: Tapped, place: string): void {
  const { legal, picked, staged } = props;
  const kind = picked.value[1] || undefined;
  const action = `place ${kind ?? anyOf(legal, 1)} ${place}`;
  if (!canPlaceOn(legal, place)) props.refuse(action);
  else if (kind === undefined) picked.value = aimOf(props) === place ? [] : ["place", "", place];
  else if (!legal.includes(action)) props.refuse(action);
  else if (staged.value === action) pick(props, "place", kind);
  else pick(props, "place", kind, place);
}

function moveAt(props: Tapped, place: string): void {
  const { legal, picked } = props;
  const from = picked.value[0] === "move" ? picked.value[1] : undefined;
  const action = `move ${from ?? place} ${place}`;
  if (from === place) unpick(props);
  else if (legal.includes(action)) pick(props, ...action.split(" "));
  else if (canPick(legal, ["move"], place)) pick(props, "move", place);
  else props.refuse(action);
}

const TOWER: Record<string, (props: Tapped, place: string) => void> = {
  place: placeOn,
  move: moveAt,
};

/** Why something cannot be done, for a while. */
function useNote(view: CapriceView): Signal<Said | null> {
  const note = useSignal<Said | null>(null);
  useLayoutEffect(() => {
    note.value = null;
  }, [view]);
  useEffect(() => {
    if (note.value === null) return;
    const gone = setTimeout(() => (note.value = null), NOTE_MS);
    return () => clearTimeout(gone);
  }, [note.value]);
  return note;
}

export function useTaps(props: Props) {
  const { view, legal } = props;
  const note = useNote(view);
  const aim = aimOf(props);
  const tell = (why: Reason): void => {
    note.value = { text: because(why), rule: RULE_OF[why.id] ?? "place" };
  };
  const tapped = { ...props, refuse: (action: string): void => props.why(action, tell) };
  /** What a tap does while blocks are placed and moved. In a lesson nothing can be done for a while
   * although it is one's turn: then nothing is said. */
  const whilePlaying = (tap: () => void): void => {
    note.value = null;
    if (view.phase === "arrange" || view.phase === "over") return;
    if (legal.length > 0) tap();
    else if (view.turn !== props.seat) tell({ id: "why.not_now", words: [] });
  };
  return {
    aim: aim === undefined ? null : Number(aim),
    note,
    tapKind: (kind: Kind): void => whilePlaying(() => tapKind(tapped, kind)),
    tapTower: (place: number): void =>
      whilePlaying(() => TOWER[view.phase]?.(tapped, String(place))),
  };
}
