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

const canPlaceOn = (legal: string[], place: number): boolean =>
  legal.some((action) => action.startsWith("place ") && action.endsWith(` ${place}`));

/** A tower that was tapped before a block was: the block is not yet said. */
const aimOf = ({ picked }: Props): string | undefined =>
  picked.value[1] === "" ? picked.value[2] : undefined;

function tapKindIn(props: Props, refuse: (action: string) => void) {
  const { legal, picked, staged } = props;
  return (kind: Kind): void => {
    const aim = aimOf(props);
    const target = staged.value?.split(" ")[2] ?? aim;
    if (!canPick(legal, ["place"], kind)) return refuse(`place ${kind} ${aim ?? anyOf(legal, 2)}`);
    if (picked.value[1] === kind && target === undefined) return unpick(props);
    pick(props, "place", kind, ...(target === undefined ? [] : [target]));
  };
}

function placeIn(props: Props, refuse: (action: string) => void) {
  const { legal, picked, staged } = props;
  return (place: number): void => {
    const kind = picked.value[1] || undefined;
    const action = `place ${kind ?? anyOf(legal, 1)} ${place}`;
    if (!canPlaceOn(legal, place)) return refuse(action);
    if (kind === undefined)
      picked.value = aimOf(props) === String(place) ? [] : ["place", "", String(place)];
    else if (!legal.includes(action)) refuse(action);
    else if (staged.value === action) pick(props, "place", kind);
    else pick(props, "place", kind, String(place));
  };
}

function moveIn(props: Props, refuse: (action: string) => void) {
  const { legal, picked } = props;
  return (place: number): void => {
    const from = picked.value[0] === "move" ? picked.value[1] : undefined;
    const action = `move ${from ?? place} ${place}`;
    if (from === String(place)) return unpick(props);
    if (legal.includes(action)) return pick(props, ...action.split(" "));
    if (canPick(legal, ["move"], String(place))) return pick(props, "move", String(place));
    refuse(action);
  };
}

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
  const refuse = (action: string): void => props.why(action, tell);
  /** What a tap does while blocks are placed and moved. In a lesson nothing can be done for a while
   * although it is one's turn: then nothing is said. */
  const whilePlaying = (tap: () => void): void => {
    note.value = null;
    if (view.phase === "arrange" || view.phase === "over") return;
    if (legal.length > 0) tap();
    else if (view.turn !== props.seat) tell({ id: "why.not_now", words: [] });
  };
  const tapKind = tapKindIn(props, refuse);
  const tapPlace = { place: placeIn(props, refuse), move: moveIn(props, refuse) };
  return {
    aim: aim === undefined ? null : Number(aim),
    note,
    tapKind: (kind: Kind): void => whilePlaying(() => tapKind(kind)),
    tapTower: (place: number): void =>
      whilePlaying(() => {
        if (view.phase === "place" || view.phase === "move") tapPlace[view.phase](place);
      }),
  };
}
