// Marks on the board, by data-target, and by data-made of what moves have left there: where the others
// acted last, and what a line of the log is about.
// They are rules of a style sheet, so a board may be drawn anew at any time and keeps them.
import { useSignal, type ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { silentOf } from "../assets";
import type { Glimpse, Move, StoryItem } from "../engine/types";
import type { GameUi } from "../games/contract";
import { isTold } from "../model/log";
import { lastMoves, targetsOf } from "../model/targets";
import { useReaction } from "../ui/reaction";

/** A ring has a light edge on both sides, so that one of its colours stands out on any ground. It is the
 * weakest of rules: what has a shadow of its own keeps that. */
const LIGHT = "rgb(255 255 255 / 85%)";

const rule = (names: string[], ring: string, reach: string, but = ""): string => {
  const places = names.map(CSS.escape).map((name) => {
    const at = `:is([data-target~="${name}"], [data-made~="${name}"])`;
    return `.table ${at}${but}:not(:focus-visible)`;
  });
  if (places.length === 0) return "";
  const edge = `:where(${places.join()}) { box-shadow: 0 0 0 ${reach} ${LIGHT}; }`;
  return `${places.join()} { ${ring} } ${edge}`;
};

const LOOKED = "outline: 4px dashed var(--accent); outline-offset: 2px;";

/** A ring for each of the others, in their colour, the latest over those before; what is looked at has
 * the house's, unless it is what is chosen: that shows itself. */
function sheetText(last: Move[], looked: string[], about: (item: StoryItem) => string[]): string {
  const rings = [...last].reverse().map((move) => {
    const colour = `color-mix(in srgb, var(--seat-${move[0]}) var(--last-share), transparent)`;
    const ring = `outline: var(--last-ring) solid ${colour}; outline-offset: 1px;`;
    return rule(about(move), ring, "calc(var(--last-ring) + 2px)");
  });
  return [...rings, rule(looked, LOOKED, "7px", ':not([aria-pressed="true"])')].join("\n");
}

/** Marks where these moves were made, and what is looked at. */
export function useRings(ui: GameUi, last: Move[], looked: string[] = []): void {
  const sheet = useRef<CSSStyleSheet>();
  useLayoutEffect(() => {
    const own = new CSSStyleSheet();
    sheet.current = own;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, own];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== own);
    };
  }, []);
  const text = sheetText(last, looked, ui.targets ?? targetsOf);
  useLayoutEffect(() => sheet.current?.replaceSync(text), [text]);
}

export function useMarks(ui: GameUi, now: ReadonlySignal<Glimpse | null>, seat: number | null) {
  /** What somebody has touched, in the log or on the board. */
  const looked = useSignal<string[]>([]);
  const about = ui.targets ?? targetsOf;
  const silent = silentOf(ui.id);
  const last = lastMoves(now.value?.history ?? [], seat, (move) => isTold({ silent }, move));
  useRings(ui, last, looked.value);
  useReaction(() => {
    void now.value;
    looked.value = [];
  });
  /** A place on the board has been touched: its names. */
  const touch = (event: Event): void => {
    const place = (event.target as Element).closest?.("[data-target]");
    const names = place?.getAttribute("data-target")?.split(" ") ?? [];
    if (names.length > 0 || looked.peek().length > 0) looked.value = names;
  };
  return { last, looked, about, touch };
}
