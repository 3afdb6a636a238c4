// The common board: six towers in a round, the reserve in the four corners of the felt.
import { useEffect, useLayoutEffect } from "preact/hooks";
import { all, num, nums, one } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { arrows } from "../../ui/keys";
import { doing, figure, t, word } from "../../words/words";
import { useActing } from "../acting";
import { canPick, considering } from "../choose";
import type { BoardProps } from "../contract";
import { classes, Explain } from "../parts";
import { Art, Block, BLOCK, DrawnBlock, FRAME, SPOTS } from "./art";
import { useTaps, type Said } from "./choose";
import { towerBlocks } from "./explain";
import { begin, blocksOf, count, countedOrder, goOn, lights, orderOf, worthOf } from "./plan";
import { HEIGHT, KINDS, type CapriceView, type Kind } from "./view";

type Props = BoardProps<CapriceView>;

/** How long the count at the end takes for a block. */
const BEAT_MS = 100;
/** And how many blocks' time one looks at what an order has brought. */
const REST_BEATS = 9;

/** What a tower's button covers, from the middle of its foot. */
const REACH = { side: 48, up: HEIGHT * BLOCK.rise + BLOCK.ry + 2, down: 26 } as const;
const TALL = REACH.up + REACH.down;
const part = (value: number, whole: number): string => `${(100 * value) / whole}%`;

const heightOf = (level: number): string =>
  part(REACH.down - BLOCK.ry - 2 + level * BLOCK.rise, TALL);

/** Where the marker stands. When no block can be moved any more, it has done its work. */
const markerOf = (view: CapriceView): number | null =>
  view.phase === "arrange" || view.phase === "over" ? null : view.marker;

/** What is staged, in pieces: where a block comes down, which one, and where it leaves. */
interface Ghost {
  place: number;
  kind: Kind;
  from: number | null;
}

function ghostOf(view: CapriceView, staged: string | null): Ghost | null {
  const [verb, a = "", b = ""] = staged?.split(" ") ?? [];
  if (verb === "place") return { place: Number(b), kind: a as Kind, from: null };
  const kind = verb === "move" ? view.towers[Number(a)]?.at(-1) : undefined;
  return kind ? { place: Number(b), kind, from: Number(a) } : null;
}

/** At the end the towers are counted for one order after the other, block by block. */
function useCount({ view, scene }: Props): void {
  const orders = all(scene?.events ?? [], "score");
  const blocks = blocksOf(view);
  const turn = blocks + REST_BEATS;
  const ends = orders.flatMap((_, i) =>
    Array.from({ length: turn }, (_, at) => i + (at < blocks ? 1 : 2)),
  );
  const { beats } = useActing(scene, { ends, ms: BEAT_MS });
  useLayoutEffect(() => {
    const at = Math.max(0, beats - 1);
    const order = orders[Math.floor(at / turn)];
    if (order) count.value = { seat: num(order, "seat"), tried: null, upTo: (at % turn) + 1 };
  }, [scene?.events, beats]);
}

/** Then each order can be looked at: one's own, or the winner's, first. */
function useCounted({ view, facts, seat, scene }: Props): void {
  const over = view.phase === "over" && !scene;
  useEffect(() => {
    if (!over) return;
    begin(view, seat ?? num(one(facts, "won") ?? one(facts, "won_tie"), "seat"), null, true);
    const beat = setInterval(() => goOn(view), BEAT_MS);
    return () => {
      clearInterval(beat);
      count.value = null;
    };
  }, [over, seat]);
}

export function Board(props: Props) {
  const { view, picked } = props;
  const { aim, note, tapKind, tapTower } = useTaps(props);
  useCount(props);
  useCounted(props);
  return (
    <div class={classes(`world night caprice-board ${view.phase}`, { holds: picked.value[1] })}>
      <Reserve {...props} tap={tapKind} />
      <div class="caprice-round">
        <Art name="disc" />
        {view.marker === null && view.phase !== "over" && (
          <span class="caprice-marker caprice-home" data-at="caprice.marker" data-explain="marker">
            <Art name="marker" />
          </span>
        )}
        <ol class="caprice-towers" aria-label={t("caprice.board.towers")} onKeyDown={arrows}>
          {view.towers.map((_, place) => (
            <Tower key={place} {...props} place={place} aimed={aim === place} tap={tapTower} />
          ))}
        </ol>
      </div>
      {note.value && <Note {...note.value} explain={props.explain} />}
    </div>
  );
}

const Note = ({ text, rule, explain }: Said & Pick<Props, "explain">) => (
  <div class="notice caprice-note" role="alert">
    <p>{text}</p>
    <Explain label={t("caprice.note.rule")} press={() => explain(rule)} />
  </div>
);

function Reserve({ view, legal, picked, tap }: Props & { tap(kind: Kind): void }) {
  return (
    <ul class="caprice-reserve" aria-label={t("caprice.board.reserve")} onKeyDown={arrows}>
      {KINDS.map((kind) => {
        const left = view.reserve[kind];
        const can = canPick(legal, ["place"], kind);
        const name = t("caprice.reserve.left", { kind: word("caprice", kind), n: left });
        return (
          <li key={kind} class={kind}>
            <button
              type="button"
              class={can ? "can" : ""}
              data-at={`caprice.reserve.${kind}`}
              data-target={`block:${kind}`}
              data-explain={`block:${kind}`}
              aria-label={can ? `${name}; ${t("caprice.reserve.take")}` : name}
              aria-pressed={picked.value[0] === "place" && picked.value[1] === kind}
              onClick={() => tap(kind)}
            >
              <Piles kind={kind} left={left} />
              <span class="caprice-left">{t("caprice.reserve.count", { left })}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const FOOT = { rx: BLOCK.rx, ry: BLOCK.ry };

/** What is left of a kind, in two piles of up to three: the last one is that towards the middle. */
function Piles({ kind, left }: { kind: Kind; left: number }) {
  const x = (pile: number): number => (kind.startsWith("d") ? 44 - 88 * pile : 88 * pile - 44);
  const y = (pile: number): number => 84 + 10 * pile;
  const blocks = Array.from({ length: left }, (_, i) => ({ pile: i < 3 ? 0 : 1, level: i % 3 }));
  return (
    <svg viewBox="-94 -15 188 134" aria-hidden="true" focusable="false">
      {[0, 1].map((pile) => (
        <ellipse key={pile} class="caprice-spot" cx={x(pile)} cy={y(pile)} {...FOOT} />
      ))}
      {blocks.map(({ pile, level }, grain) => (
        <DrawnBlock key={grain} {...{ kind, grain }} x={x(pile)} y={y(pile) - level * BLOCK.rise} />
      ))}
    </svg>
  );
}

interface TowerProps extends Props {
  place: number;
  aimed: boolean;
  tap(place: number): void;
}

/** Whether a tower can be the next thing chosen, and for what. */
function offer({ view, legal, picked, place }: TowerProps): "take" | "put" | null {
  const [verb, first] = picked.value;
  const word = String(place);
  const fits = (action: string): boolean =>
    action.endsWith(` ${word}`) && (!first || action.startsWith(`place ${first} `));
  if (view.phase === "place") return legal.some(fits) ? "put" : null;
  if (view.phase !== "move") return null;
  if (verb === "move" && first !== undefined)
    return canPick(legal, ["move", first], word) ? "put" : null;
  return canPick(legal, ["move"], word) ? "take" : null;
}

/** Its top block is held. */
const isTaken = ({ picked, place }: TowerProps): boolean =>
  picked.value[0] === "move" && picked.value[1] === String(place);

/** The action that a tap would end. */
function wouldDo(props: TowerProps): string | null {
  const what = props.picked.value[1];
  return what && offer(props) === "put" ? `${props.view.phase} ${what} ${props.place}` : null;
}

function towerName(props: TowerProps, scored: number | null): string {
  const { view, place, staged, names, aimed } = props;
  const tower = view.towers[place]!;
  const next = wouldDo(props);
  const parts = [
    towerBlocks(view, place),
    tower.length === HEIGHT && t("caprice.tower.full"),
    markerOf(view) === place && t("caprice.tower.marked"),
    view.placed === place && t("caprice.tower.placed"),
    scored !== null && t("caprice.tower.points", { n: scored }),
    aimed && t("caprice.tower.aim"),
    isTaken(props) && t("caprice.tower.taken"),
    offer(props) === "take" && t("caprice.tower.take"),
    next && staged.value !== next && doing("caprice", next, names),
  ];
  return parts.filter(Boolean).join("; ");
}

/** What the order that is looked at is worth; nothing: none is. */
function worthNow(view: CapriceView, facts: Line[], seat: number | null): Line | undefined {
  if (view.phase !== "over") return worthOf(facts, seat, orderOf(view, facts, seat));
  return worthOf(facts, count.value?.seat ?? null, countedOrder(view) ?? []);
}

/** Points of a tower for that order, as far as the count has come; null: there are none yet. */
function scoredOf({ view, facts, seat, place }: TowerProps, lit: boolean[]): number | null {
  const points = nums(worthNow(view, facts, seat), "towers")[place];
  if (points === undefined) return null;
  if (view.phase !== "over" || isCounted(view, place, view.towers[place]!.length - 1))
    return points;
  return isCounted(view, place, 0) ? lit.filter(Boolean).length : null;
}

/** By how many points one would have more; null: nobody knows yet. */
function gainOf(props: TowerProps): number | null {
  const { view, facts, seat, prospects } = props;
  const then = prospects?.[wouldDo(props) ?? ""];
  const total = (some: Line[]): number => num(worthNow(view, some, seat), "n");
  return then ? total(then.facts) - total(facts) : null;
}

function Tower(props: TowerProps) {
  const { view, facts, seat, place, staged, aimed, tap } = props;
  const tower = view.towers[place]!;
  const lit = lights(view, facts, seat)[place]!;
  const ghost = ghostOf(view, staged.value ?? props.considered?.value ?? null);
  const scored = scoredOf(props, lit);
  const gain = gainOf(props);
  const chosen = isTaken(props);
  const here = ghost?.place === place ? ghost : null;
  const order = orderOf(view, facts, seat);
  // more points than levels that agree
  const perfect = lit.every(Boolean) && (scored ?? 0) > lit.length;
  const { x, y, depth } = SPOTS[place]!;
  const top = part(REACH.down + tower.length * BLOCK.rise, TALL);
  const ends = view.phase === "over" || view.phase === "arrange";
  return (
    <li
      style={{
        left: part(x - REACH.side - FRAME.left, FRAME.width),
        top: part(y - REACH.up - FRAME.top, FRAME.height),
        width: part(2 * REACH.side, FRAME.width),
        height: part(TALL, FRAME.height),
        zIndex: depth,
      }}
    >
      <button
        type="button"
        class={classes(offer(props) ?? "", { chosen, aimed, perfect })}
        data-at={`caprice.tower.${place}`}
        data-target={`tower:${place}`}
        data-explain={`tower:${place}`}
        aria-label={towerName(props, scored)}
        aria-pressed={chosen || here !== null || aimed}
        onClick={() => tap(place)}
        {...considering(wouldDo(props))}
      >
        <span class="caprice-spot" />
        {tower.map((kind, level) => (
          <span
            key={level}
            class={classes("caprice-block", {
              lit: lit[level],
              dim: view.phase === "over" && !lit[level] && isCounted(view, place, level),
              leaves: ghost?.from === place && level === tower.length - 1,
            })}
            data-at={`caprice.block.${place}.${level}`}
            style={{ bottom: heightOf(level) }}
          >
            <Block kind={kind} grain={place + level} />
          </span>
        ))}
        {here && (
          <span
            class={`caprice-block ghost ${order[tower.length] === here.kind ? "lit" : ""}`}
            style={{ bottom: heightOf(tower.length) }}
          >
            <Block kind={here.kind} grain={place + tower.length} />
          </span>
        )}
        <span
          class="caprice-rim"
          data-target={`tower:${place}`}
          data-ring
          style={{ bottom: part(REACH.down - BLOCK.ry + tower.length * BLOCK.rise, TALL) }}
        />
        <TowerMarker view={view} place={place} ghost={ghost} />
        {gain !== null && (
          <b class="caprice-points gain" data-gain={Math.sign(gain)} style={{ bottom: top }}>
            {["−", "", "+"][Math.sign(gain) + 1] + figure(Math.abs(gain))}
          </b>
        )}
        {ends && scored !== null && (
          <b class="caprice-points" style={{ bottom: top }}>
            {perfect ? `${figure(scored)} ★` : figure(scored)}
          </b>
        )}
      </button>
    </li>
  );
}

/** Whether the count at the end has come past this block. */
const isCounted = (view: CapriceView, place: number, level: number): boolean =>
  level < view.towers[place]!.length &&
  view.towers.slice(0, place).flat().length + level < (count.value?.upTo ?? 0);

/** The marker where it is; where it would go it is seen through. */
function TowerMarker(marker: { view: CapriceView; place: number; ghost: Ghost | null }) {
  const { view, place, ghost } = marker;
  const tower = view.towers[place]!;
  const comes = ghost?.from !== null && ghost?.place === place;
  const leaves = ghost !== null && (ghost.from !== null || ghost.place === view.marker);
  const stand = (height: number): string => part(REACH.down - 8 + height * BLOCK.rise, TALL);
  return (
    <>
      {markerOf(view) === place && (
        <span
          class={`caprice-marker ${leaves ? "leaves" : ""}`}
          data-at="caprice.marker"
          style={{ bottom: stand(tower.length) }}
        >
          <Art name="marker" />
        </span>
      )}
      {comes && (
        <span class="caprice-marker ghost" style={{ bottom: stand(tower.length + 1) }}>
          <Art name="marker" />
        </span>
      )}
    </>
  );
}
