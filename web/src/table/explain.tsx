// Every card and piece explains itself: under the mouse, held by a finger, or with a key while it has the
// focus; with data-asks also when it is pressed, since nothing else comes of that. Elements with
// data-explain="…" are explained in the game's words (`explain` of contract.ts).
import { useSignal, type Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Reason } from "../engine/types";
import type { BoardProps, Explained, GameUi } from "../games/contract";
import { useReaction } from "../ui/reaction";
import { because } from "../words/words";

const HOVER_MS = 500;
const HOLD_MS = 450;
/** A finger that moves further than this scrolls. */
const SLIP_PX = 10;
const GAP_PX = 8;

const within = (target: EventTarget | null): HTMLElement | null =>
  (target as Element | null)?.closest?.<HTMLElement>("[data-explain]") ?? null;

const isTyping = (target: EventTarget | null): boolean =>
  (target as Element | null)?.closest?.("input, textarea, select") !== null;

/** Somebody points, by mouse, finger or key: which element is to be explained. */
class Pointing {
  private timer = 0;
  private waits: HTMLElement | null = null;
  private held: { x: number; y: number } | null = null;
  /** A finger that was held has asked, not chosen: its click is to be dropped. */
  private swallow = false;
  /** Whoever has just pressed it wants to see the board, not a card over it. */
  private pressed: HTMLElement | null = null;
  /** Where the mouse is: what comes under one that rests has not been asked about. */
  private mouse = { x: -1, y: -1 };

  constructor(private readonly pointed: Signal<HTMLElement | null>) {}

  private later(ms: number, element: HTMLElement, then?: () => void): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (!element.isConnected) return;
      this.pointed.value = element;
      then?.();
    }, ms);
  }

  leave(): void {
    clearTimeout(this.timer);
    this.held = null;
    this.waits = null;
  }

  over({ pointerType, target }: PointerEvent): void {
    if (pointerType !== "mouse" || within(target) === this.pointed.peek()) return;
    this.pointed.value = null;
    this.leave();
  }

  private hover({ target, clientX: x, clientY: y }: PointerEvent): void {
    if (x === this.mouse.x && y === this.mouse.y) return;
    this.mouse = { x, y };
    const element = within(target);
    if (element === this.pressed && element) return;
    this.pressed = null;
    if (element === this.waits || element === this.pointed.peek()) return;
    this.leave();
    this.waits = element;
    if (element) this.later(HOVER_MS, element);
  }

  down({ target, pointerType, clientX: x, clientY: y }: PointerEvent): void {
    this.swallow = false;
    this.pointed.value = null;
    this.leave();
    const element = within(target);
    this.pressed = element;
    if (!element || pointerType === "mouse") return;
    this.held = { x, y };
    this.later(HOLD_MS, element, () => (this.swallow = true));
  }

  move(event: PointerEvent): void {
    const { clientX, clientY, pointerType } = event;
    if (pointerType === "mouse") this.hover(event);
    if (this.held && Math.hypot(clientX - this.held.x, clientY - this.held.y) > SLIP_PX)
      this.leave();
  }

  menu(event: Event): void {
    if (this.held) event.preventDefault();
  }

  drop(event: Event): void {
    if (!this.swallow) return;
    this.swallow = false;
    event.stopPropagation();
    event.preventDefault();
  }

  click({ target }: Event): void {
    const element = within(target);
    if (element?.hasAttribute("data-asks")) this.pointed.value = element;
  }

  key(event: KeyboardEvent): void {
    const { pointed } = this;
    const element = within(document.activeElement);
    const asks = (event.key === "?" || event.key === "i") && !event.ctrlKey && !event.metaKey;
    if (pointed.peek() && event.key === "Escape") event.preventDefault();
    const isAsked = asks && element !== null && !isTyping(event.target);
    pointed.value = isAsked && pointed.peek() !== element ? element : null;
  }
}

/** The element that is being explained, as somebody points at it. */
function usePointedAt(): Signal<HTMLElement | null> {
  const pointed = useSignal<HTMLElement | null>(null);
  useReaction(() => {
    const gone = new AbortController();
    const pointing = new Pointing(pointed);
    const on = <E extends keyof DocumentEventMap>(
      type: E,
      act: (event: DocumentEventMap[E]) => void,
      capture = false,
    ): void => document.addEventListener(type, act, { signal: gone.signal, capture });
    on("pointerover", (event) => pointing.over(event));
    on("pointerdown", (event) => pointing.down(event));
    on("pointermove", (event) => pointing.move(event));
    on("pointerup", () => pointing.leave());
    on("pointercancel", () => pointing.leave());
    on("contextmenu", (event) => pointing.menu(event));
    on("click", (event) => pointing.drop(event), true);
    on("click", (event) => pointing.click(event));
    on("keydown", (event) => pointing.key(event), true);
    return () => {
      pointing.leave();
      gone.abort();
    };
  });
  return pointed;
}

interface Spot {
  left: number;
  top: number;
}

const between = (least: number, value: number, most: number): number =>
  Math.max(least, Math.min(value, most));

/** Beside the element where there is room, else above or below it; always on the screen. Cards of a hand
 * lie side by side: over one of them nothing is hidden. */
function place(card: HTMLElement, about: HTMLElement): void {
  const at = about.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const most: Spot = { left: innerWidth - width - GAP_PX, top: innerHeight - height - GAP_PX };
  const middle: Spot = {
    left: between(GAP_PX, at.left + (at.width - width) / 2, most.left),
    top: between(GAP_PX, at.top + (at.height - height) / 2, most.top),
  };
  const above = { ...middle, top: at.top - height - GAP_PX };
  const below = { ...middle, top: at.bottom + GAP_PX };
  const left = { ...middle, left: at.left - width - GAP_PX };
  const right = { ...middle, left: at.right + GAP_PX };
  const fits = (spot: Spot): boolean =>
    spot.left >= GAP_PX && spot.left <= most.left && spot.top >= GAP_PX && spot.top <= most.top;
  const ways = about.closest(".hand") ? [above, right, left, below] : [right, left, above, below];
  const spot = ways.find(fits) ?? { ...middle, top: most.top };
  card.style.left = `${spot.left}px`;
  card.style.top = `${Math.max(spot.top, GAP_PX)}px`;
}

interface Props {
  ui: GameUi;
  board: BoardProps;
  whyNot(action: string): Promise<Reason | null>;
}

export function Explainer({ ui, board, whyNot }: Props) {
  const element = usePointedAt();
  // whoever has begun to choose wants to see what a place would bring: the board shows that
  const choosing = board.picked.value.length > 0;
  const asked = element.value?.matches(":hover") !== true || !choosing;
  const about = asked ? element.value : null;
  const target = about?.isConnected ? about.getAttribute("data-explain") : null;
  const found = target === null ? null : (ui.explain?.(target, board) ?? null);
  if (!about || !found) return null;
  return (
    <ExplainCard key={target} about={about} found={found} legal={board.legal} whyNot={whyNot} />
  );
}

interface CardProps {
  about: HTMLElement;
  found: Explained;
  /** What can be done now: with that the reason changes. */
  legal: string[];
  whyNot: Props["whyNot"];
}

function ExplainCard({ about, found, legal, whyNot }: CardProps) {
  const card = useRef<HTMLDivElement>(null);
  const reason = useSignal<string | null>(null);
  const action = found.action ?? null;
  useLayoutEffect(() => {
    reason.value = null;
    if (action === null) return;
    void whyNot(action).then((why) => {
      reason.value = why && because(why);
    });
  }, [action, legal]);
  useLayoutEffect(() => place(card.current!, about));
  return (
    <div class="explained" role="tooltip" aria-live="polite" ref={card}>
      {found.picture && <div class="large">{found.picture}</div>}
      <div>
        <b>{found.title}</b>
        <p>{found.text}</p>
        {found.note && <p class="note">{found.note}</p>}
        {reason.value && <p class="refusal">{reason.value}</p>}
      </div>
    </div>
  );
}
