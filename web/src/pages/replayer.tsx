// A record on its board: through anybody's eyes or with everything open, step by step, by a list of the
// moves, a graph and keys. It can be reviewed, and from any point on it can be played.
import { batch, useComputed, useSignal, type ReadonlySignal, type Signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { levels, silentOf, titleOf, usualLevel } from "../assets";
import { takeEngine, type EngineClient } from "../engine/client";
import type { GameRecord, Glimpse, Move, Preview, StoryItem, Verdict } from "../engine/types";
import type { BoardProps, GameUi } from "../games/contract";
import { levelName } from "../model/bots";
import { goOnFrom } from "../model/choice";
import { packed } from "../model/link";
import { follow, inWords, isTold, NOTHING } from "../model/log";
import {
  hashOf,
  momentOf,
  opened,
  stopsOf,
  turnFrom,
  turnsOf,
  type Eyes,
  type Turn,
} from "../model/replay";
import {
  faultsOf,
  judgedChances,
  marksOf,
  moveAt,
  neighbours,
  placeHash,
  placeOf,
  stopAfter,
  type Mark,
  type Place,
} from "../model/review";
import { namesOf, type SeatInfo } from "../model/table";
import { targetsOf } from "../model/targets";
import { go } from "../router";
import { Rings } from "../table/hints";
import { useRings } from "../table/marks";
import { saveFile, shareLink } from "../ui/files";
import { Icon, type IconName } from "../ui/icons";
import { useMatches } from "../ui/media";
import { remember } from "../ui/motion";
import { useReaction } from "../ui/reaction";
import { SeatMark } from "../ui/seat";
import { Waiting } from "../ui/states";
import { Select } from "../ui/select";
import { figure, language, t } from "../words/words";
import { ringed } from "./decision";
import { CourseChoice, Graph, Legend, useCourses, type Course } from "./graph";
import { Moves } from "./moves";
import { TryAgain } from "./puzzle";
import { DecisionCard, ReviewList, StopVerdict, useReview } from "./review";

export interface Opened {
  record: GameRecord;
  ui: GameUi;
  seats: SeatInfo[];
  /** A server has it, this browser, the link itself, or only the file that it came from. */
  kept: "server" | "browser" | "link" | "file";
  /** What stands before the moment in the address: a record that is in the link. */
  fragment: string;
  /** Our own seat, if we have played. */
  own: number | null;
}

/** How many moves have been made, and through whose eyes it is seen. */
interface Sight {
  count: number;
  eyes: Eyes;
}

/** What is shown of a stop. */
interface Shown extends Sight {
  stop: number;
  glimpse: Glimpse;
}

/** The position after `count` moves, as somebody sees it. */
function look(engine: EngineClient, count: number, eyes: Eyes): Promise<Glimpse> {
  return engine.call("lookAt", count, typeof eyes === "number" ? eyes : null, eyes === "open");
}

const seatOf = (eyes: Eyes): number | null => (typeof eyes === "number" ? eyes : null);

// ------------------------------------------------------------------------ the stops

/** Where one is, kept in the address. */
function useMoment(last: number, { record: { players, actions }, kept, fragment }: Opened) {
  const asked = (address: string) => {
    const hash = new URL(address).hash.slice(1);
    return { ...momentOf(hash, last, players), place: placeOf(hash, actions.length) };
  };
  const first = useMemo(() => asked(location.href), []);
  const stop = useSignal(first.stop);
  const eyes = useSignal<Eyes>(first.eyes);
  const place = useSignal<Place>(first.place);
  useEffect(() => {
    // by now the address may have been replaced again, below
    const take = ({ newURL }: HashChangeEvent): void =>
      batch(() => {
        const now = asked(newURL);
        stop.value = now.stop;
        eyes.value = now.eyes;
        place.value = now.place;
      });
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  useReaction(() => {
    const hash = hashOf({ stop: stop.value, eyes: eyes.value }) + placeHash(place.value);
    if (kept === "file") return;
    // browsers refuse an address that changes with every pixel
    const timer = setTimeout(
      () => history.replaceState(null, "", `#${fragment}${hash}`),
      ADDRESS_MS,
    );
    return () => clearTimeout(timer);
  });
  return { stop, eyes, place };
}

type Moment = ReturnType<typeof useMoment>;

const ADDRESS_MS = 250;

/** A stop as it is asked for, or a decision as whoever made it saw it. */
function sightOf({ stop, eyes, place }: Moment, record: GameRecord, stops: number[]): Sight {
  const at = place.value;
  if (typeof at === "number") return { count: at, eyes: record.actions[at]![0] };
  return { count: stops[stop.value]!, eyes: eyes.value };
}

/** An engine that has the record; null: not yet. */
function useLoaded(record: GameRecord, fail: (error: unknown) => void) {
  const engine = useSignal<EngineClient | null>(null);
  useEffect(() => {
    const client = takeEngine();
    client.call("load", record).then(() => (engine.value = client), fail);
    return () => client.close();
  }, [record]);
  return engine;
}

/** The glimpse of the stop that is wanted. One is asked for at a time: what is passed over on the way is
 * never looked at. */
function useLook(
  { record, ui }: Opened,
  stops: number[],
  wanted: Moment,
  fail: (error: unknown) => void,
) {
  const sight = useComputed(() => sightOf(wanted, record, stops));
  const engine = useLoaded(record, fail);
  const shown = useSignal<Shown | null>(null);
  const story = useSignal<{ eyes: Eyes; items: StoryItem[]; glimpse: Glimpse } | null>(null);
  const land = useRef<() => void>(() => undefined);
  const asking = useRef(false);

  const readStory = async (client: EngineClient, eyes: Eyes): Promise<void> => {
    const glimpse = await look(client, record.actions.length, eyes);
    const items = eyes === "open" ? opened(glimpse.story, record.actions) : glimpse.story;
    story.value = { eyes, items, glimpse: { ...glimpse, story: items } };
  };
  const travel = (before: Shown | null, after: Shown): void => {
    if (before?.stop !== after.stop - 1 || before.count !== stops[before.stop]) return;
    const moves = record.actions.slice(stops[before.stop], stops[after.stop]);
    const [from, to] = [before.glimpse.view, after.glimpse.view];
    land.current = remember(
      moves.flatMap((move) => ui.travels(from, to, move, seatOf(after.eyes))),
    );
  };
  const isShown = (): boolean => {
    const [now, { count, eyes }] = [shown.peek(), sight.peek()];
    return now?.count === count && now.eyes === eyes && now.stop === wanted.stop.peek();
  };
  const catchUp = async (client: EngineClient): Promise<void> => {
    asking.current = true;
    while (!isShown()) {
      const [stop, { count, eyes }] = [wanted.stop.peek(), sight.peek()];
      const reader = wanted.eyes.peek();
      if (story.peek()?.eyes !== reader) await readStory(client, reader);
      const after = { stop, count, eyes, glimpse: await look(client, count, eyes) };
      travel(shown.peek(), after);
      shown.value = after;
    }
    asking.current = false;
  };
  useReaction(() => {
    const client = engine.value;
    wanted.stop.value;
    sight.value;
    if (client && !asking.current) void catchUp(client).catch(fail);
  });
  /** What an action would have led to: the worker does one after the other. */
  const preview = async ({ at, seat }: Verdict, action: string): Promise<Preview> => {
    const client = engine.peek()!;
    void client.call("lookAt", at, seat, false).catch(() => undefined);
    return client.call("preview", seat, action);
  };
  useEffect(() => {
    land.current();
    land.current = () => undefined;
  }, [shown.value]);
  return { shown, story, preview };
}

// ---------------------------------------------------------------------- by itself

const SPEEDS = [0.5, 1, 2, 4] as const;
const PLAY_MS = 1000;

/** Goes on by itself, each move once the one before it is there. */
function usePlaying(stop: Signal<number>, shown: ReadonlySignal<Shown | null>, last: number) {
  const playing = useSignal(false);
  const speed = useSignal<number>(1);
  useReaction(() => {
    if (!playing.value || shown.value?.stop !== stop.value) return;
    if (stop.value >= last) {
      playing.value = false;
      return;
    }
    const timer = setTimeout(() => stop.value++, PLAY_MS / speed.value);
    return () => clearTimeout(timer);
  });
  return { playing, speed };
}

// --------------------------------------------------------------------------- keys

type Way = "first" | "turn_back" | "back" | "on" | "turn_on" | "last";

const KEYS: Record<string, Way> = {
  ArrowLeft: "back",
  ArrowRight: "on",
  ArrowUp: "turn_back",
  ArrowDown: "turn_on",
  PageUp: "turn_back",
  PageDown: "turn_on",
  Home: "first",
  End: "last",
};

/** What needs these keys itself. */
const TAKES_KEYS = "input, select, textarea, [contenteditable], dialog";

function useKeys(step: ((way: Way) => void) | null): void {
  const now = useRef(step);
  now.current = step;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const way = KEYS[event.key];
      if (!way || !now.current || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      if (event.target instanceof Element && event.target.closest(TAKES_KEYS)) return;
      event.preventDefault();
      event.stopPropagation(); // boards have uses of their own for some
      now.current(way);
    };
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, []);
}

// --------------------------------------------------------------------------- page

/** The story in turns, as the log tells it. */
function useTurns(game: string, story: { eyes: Eyes; glimpse: Glimpse } | null): Turn[] {
  return useMemo(() => {
    if (!story) return [];
    const telling = { silent: silentOf(game) };
    return turnsOf(follow(NOTHING, story.glimpse, seatOf(story.eyes), telling).entries);
  }, [story]);
}

function useTitle(game: string): void {
  const title = t("title.page", { page: t("replay.of", { game: titleOf(game) }) });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Where each way leads from a stop. */
function target(way: Way, stop: number, last: number, turns: Turn[]): number {
  switch (way) {
    case "first":
      return 0;
    case "back":
      return Math.max(stop - 1, 0);
    case "on":
      return Math.min(stop + 1, last);
    case "turn_back":
      return turnFrom(turns, stop, -1);
    case "turn_on":
      return turnFrom(turns, stop, 1);
    case "last":
      return last;
  }
}

/** What is beside the board; on a phone that stands, instead of it. */
type Tab = "board" | "moves" | "review" | "tools";

/** As style/replay.css has it. */
const STANDING = "(max-width: 599px), (max-width: 999px) and (orientation: portrait)";
const PHONE = "(max-width: 999px)";
const LYING = "(max-width: 999px) and (max-height: 499px) and (orientation: landscape)";

/** The tabs that there are: what has room beside each other on a desk takes turns on a phone. */
function useTabs(): Tab[] {
  const standing = useMatches(STANDING);
  const lying = useMatches(LYING);
  if (standing) return ["board", "moves", "review", "tools"];
  return lying ? ["moves", "review", "tools"] : ["moves", "review"];
}

function useTab(place: Signal<Place>) {
  const tabs = useTabs();
  const wanted = useSignal<Tab>("board");
  const tab =
    place.value === "list" ? "review" : tabs.includes(wanted.value) ? wanted.value : "moves";
  const show = (tab: Tab): void =>
    batch(() => {
      wanted.value = tab;
      place.value = tab === "review" ? "list" : "none";
    });
  return { tabs, tab, show };
}

/** The same list as before where nothing has been added: all moves are drawn anew for another one. */
function useMarks(faults: ReadonlySignal<Verdict[]>, stops: number[]): ReadonlySignal<Mark[]> {
  const before = useRef<Mark[]>([]);
  return useComputed(() => {
    const marks = marksOf(faults.value, stops);
    const isSame = marks.map(({ at }) => at).join() === before.current.map(({ at }) => at).join();
    if (!isSame) before.current = marks;
    return before.current;
  });
}

/** Everything about a record that is shown, as signals. */
function useRecord(props: Opened & { fail(error: unknown): void }) {
  const { record, ui, seats, own } = props;
  const stops = useMemo(() => stopsOf(record.actions, { silent: silentOf(ui.id) }), [record]);
  const last = stops.length - 1;
  const moment = useMoment(last, props);
  const look = useLook(props, stops, moment, props.fail);
  const playing = usePlaying(moment.stop, look.shown, last);
  const names = useComputed(() => namesOf(seats));
  const turns = useTurns(ui.id, look.story.value);
  const review = useReview(record, moment.place);
  const whose = useSignal<number | null>(own);
  const faults = useComputed(() => faultsOf(review.found.value, whose.value));
  const marks = useMarks(faults, stops);
  const courses = useCourses(record, ui, stops);
  const course = useSignal<Course>("chances");
  const reviewed = { review, whose, faults, marks };
  const tabbed = useTab(moment.place);
  return {
    stops,
    last,
    ...moment,
    ...look,
    ...playing,
    ...reviewed,
    ...tabbed,
    names,
    turns,
    courses,
    course,
  };
}

type Shows = ReturnType<typeof useRecord>;

/** Where one goes from where one is. */
function waysOf({ stop, last, place, playing, stops, turns }: Shows) {
  /** Whoever goes on leaves the decision that was looked at. */
  const leave = (): void => {
    if (typeof place.peek() === "number") place.value = "list";
  };
  const to = (wanted: number): void =>
    batch(() => {
      playing.value = false;
      stop.value = wanted;
      leave();
    });
  const decide = (at: number): void =>
    batch(() => {
      to(stopAfter(stops, at) - 1);
      place.value = at;
    });
  const step = (way: Way): void => to(target(way, stop.peek(), last, turns));
  return { to, decide, step, leave };
}

export function Replayer(props: Opened & { fail(error: unknown): void }) {
  const { record, ui } = props;
  const shows = useRecord(props);
  const { shown, place, playing, names } = shows;
  const tries = useSignal<number | null>(null);
  const ways = waysOf(shows);
  useTitle(ui.id);
  useKeys(tries.value === null ? ways.step : null);
  const now = shown.value?.glimpse;
  if (!now) return <Waiting />;
  if (tries.value !== null)
    return (
      <TryAgain
        {...{ record, ui }}
        seats={props.seats}
        at={tries.value}
        known={shows.review.found.value.verdicts.get(tries.value) ?? null}
        leave={() => (tries.value = null)}
      />
    );

  const decision = typeof place.value === "number" ? place.value : null;
  const verdict =
    decision === null ? null : (shows.review.found.value.verdicts.get(decision) ?? null);
  const mode = decision === null ? `shows-${shows.tab}` : "deciding";
  return (
    <main
      class={`table ${ui.id} replay ${mode}`}
      data-stop={shown.value!.stop}
      data-count={shown.value!.count}
      data-eyes={shown.value!.eyes}
      onPointerDownCapture={(event) => {
        if (!(event.target as Element).closest("[data-plays]")) playing.value = false;
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") ways.leave();
      }}
    >
      <header class="table-head">
        <a href="/replay" class="back" aria-label={t("nav.replay")}>
          <Icon name="back" />
        </a>
        <h1 tabIndex={-1}>{t("replay.of", { game: titleOf(ui.id) })}</h1>
        <p class="phase">{ui.phase(now.view, now.facts)}</p>
      </header>
      <Stage
        {...{ ui, record, verdict }}
        own={props.own}
        shown={shown.value!}
        names={names.value}
      />
      <aside class="replay-side" aria-label={t("replay.side")}>
        <Bar {...{ props, shows, ways, now }} />
        <Side {...{ props, shows, ways, now }} tryAgain={() => (tries.value = decision)} />
      </aside>
    </main>
  );
}

interface PartProps {
  props: Opened;
  shows: Shows;
  ways: ReturnType<typeof waysOf>;
  now: Glimpse;
}

/** The graph, and the steps along it. */
function Bar({ props: { ui, record }, shows, ways, now }: PartProps) {
  const { stop, stops, last, turns, names, playing, place, review, marks, courses, course } = shows;
  const listed = shows.faults.value.length > 0;
  const made = moveAt(record.actions, stops, stop.value, { silent: silentOf(ui.id) });
  useEffect(() => {
    if (place.value === "list" && made !== null) review.want(made);
  }, [made, place.value]);
  const told = toldAt(ui.id, turns, stop.value, names.value);
  const chances = useMemo(
    () => judgedChances(courses.chances, review.found.value, stops),
    [courses.chances, review.found.value],
  );
  const points = course.value === "chances" ? chances : courses.points;
  const graph = { points, course: course.value, names: names.value };
  const rounds = turns.flatMap(({ opens, moves }) => (opens ? [moves[0]!.stop - 1] : []));
  return (
    <section class="replay-bar" aria-label={t("replay.steps")}>
      <div class="standing">
        <Legend {...graph} stop={stop.value} />
        <p class="phase">{ui.phase(now.view, now.facts)}</p>
      </div>
      <Graph
        {...{ ...graph, last, rounds, told }}
        stop={stop.value}
        marks={marks.value}
        to={ways.to}
      />
      <p class="told" role="status">
        {told}
      </p>
      {place.value === "list" && (
        <StopVerdict {...{ at: made, review, listed }} decide={ways.decide} />
      )}
      <Steps stop={stop} last={last} playing={playing} step={ways.step} />
      <p class="quiet keys">{t("replay.keys")}</p>
    </section>
  );
}

/** Below the graph: the moves or the review, and what else there is. */
function Side(part: PartProps & { tryAgain(): void }) {
  const { props, shows, ways, now } = part;
  const { place, names, review, whose, faults, preview, tabs, tab } = shows;
  const { ui } = props;
  const at = place.value;
  const looked = useRef<number | null>(null);
  if (typeof at === "number") looked.current = at;
  if (typeof at === "number")
    return (
      <DecisionCard
        {...{ ui, at, preview }}
        names={names.value}
        facts={shows.shown.value!.count === at ? now.facts : null}
        verdict={review.found.value.verdicts.get(at) ?? null}
        seat={props.record.actions[at]![0]}
        near={neighbours(faults.value, at)}
        decide={ways.decide}
        leave={ways.leave}
        tryAgain={part.tryAgain}
      />
    );
  return (
    <>
      <div class="tabs" role="group" aria-label={t("replay.side")}>
        {tabs.map((one) => (
          <button
            type="button"
            key={one}
            aria-pressed={tab === one}
            onClick={() => shows.show(one)}
          >
            {t(TAB_NAMES[one])}
          </button>
        ))}
      </div>
      {tab === "review" && (
        <ReviewList
          {...{ ui, review, whose }}
          names={names.value}
          faults={faults.value}
          looked={looked.current}
          decide={ways.decide}
        />
      )}
      {tab === "moves" && <MoveList {...part} />}
      {(tab === "tools" || (tab === "moves" && !tabs.includes("tools"))) && <Tools {...part} />}
    </>
  );
}

const TAB_NAMES: Record<Tab, string> = {
  board: "table.board",
  moves: "replay.list",
  review: "review.title",
  tools: "replay.view",
};

/** Where the list stands instead of the board, a tap on a move shows it there. */
function MoveList({ props: { ui }, shows, ways }: PartProps) {
  const { stop, last, turns, names, marks, tabs } = shows;
  const to = (wanted: number): void =>
    batch(() => {
      ways.to(wanted);
      if (tabs.includes("board")) shows.show("board");
    });
  return (
    <section class="replay-moves" aria-labelledby="replay-moves">
      <h2 id="replay-moves">
        {t("replay.list")}{" "}
        <span class="quiet">{t("replay.at", { n: stop.value, most: last })}</span>
      </h2>
      <Moves
        {...{ turns, to }}
        game={ui.id}
        names={names.value}
        stop={stop.value}
        marks={marks.value}
      />
    </section>
  );
}

function Tools({ props, shows }: PartProps) {
  const { stop, stops, eyes, place, speed, names, courses, course } = shows;
  const hash = hashOf({ stop: stop.value, eyes: eyes.value }) + placeHash(place.value);
  return (
    <section class="replay-tools" aria-label={t("replay.tools")}>
      <div class="row">
        <EyesSelect eyes={eyes} names={names.value} />
        <SpeedSelect speed={speed} />
      </div>
      {courses.points.size > 0 && <CourseChoice course={course} />}
      {course.value === "chances" && <p class="quiet">{t("shares.explain")}</p>}
      <ShareMoment {...props} hash={hash} />
      <PlayOn record={props.record} count={stops[stop.value]!} names={names.value} />
    </section>
  );
}

/** What has just been done at a stop. */
function toldAt(game: string, turns: Turn[], stop: number, names: string[]): string {
  const found = turns.flatMap(({ moves }) => moves).find((one) => one.stop === stop);
  return found ? inWords(game, found.move, names).join(" ") : t("replay.start");
}

/** The last move before a stop that the log tells, as far as whoever looks may know it. */
function lastMade({ game, actions }: GameRecord, { count, eyes, glimpse }: Shown): Move[] {
  const made = eyes === "open" ? actions.slice(0, count) : glimpse.history;
  const told = made.findLast((move) => isTold({ silent: silentOf(game) }, move));
  return told ? [told] : [];
}

/** The scene is drawn anew only when it changes, however often a graph or a review finds something. */
function Stage(props: {
  ui: GameUi;
  record: GameRecord;
  shown: Shown;
  names: string[];
  own: number | null;
  verdict: Verdict | null;
}) {
  const { ui, record, shown, names, own, verdict } = props;
  const rings = verdict?.at === shown.count ? verdict : null;
  return useMemo(
    () => (
      <Scene
        {...{ ui, names, own }}
        now={shown.glimpse}
        eyes={shown.eyes}
        rings={rings && ringed(rings)}
        last={lastMade(record, shown)}
      />
    ),
    [shown, names, rings, language.value],
  );
}

/** Players, board and hand at a moment of the past: nothing can be done, and nothing lies over it. */
function Scene(props: {
  ui: GameUi;
  now: Glimpse;
  eyes: Eyes;
  names: string[];
  own: number | null;
  /** Actions that are drawn on the board, a number each. */
  rings: ReturnType<typeof ringed> | null;
  last: Move[];
}) {
  const { ui, now, eyes, names, rings, last } = props;
  useRings(ui, last);
  const picked = useSignal<string[]>([]);
  const staged = useSignal<string | null>(null);
  const seat = eyes === "open" ? (now.actors[0] ?? 0) : seatOf(eyes);
  const { view, facts, story } = now;
  const board: BoardProps = {
    ...{ view, facts, story, names, seat, picked, staged, last },
    legal: [],
    foreseen: null,
    after: null,
    replay: true,
    why: () => undefined,
    explain: (rule) => go(`/learn/${ui.id}#${rule}`),
  };
  const scores = ui.scores(view, facts);
  const hands = useHands(props);
  return (
    <>
      <ul class="players" aria-label={t("table.players")} tabIndex={0}>
        {names.map((name, i) => (
          <li key={i} class={now.actors.includes(i) ? "turn" : ""}>
            {hands.choose && <HandChoice {...hands} seat={i} name={name} />}
            <SeatMark seat={i} /> <span class="name">{name}</span>
            {scores && <b class="score">{figure(scores[i] ?? 0)}</b>}
            <ui.Seat view={view} facts={facts} seat={i} />
          </li>
        ))}
        {ui.Others && <ui.Others view={view} facts={facts} />}
      </ul>
      <section class="board" aria-label={t("table.board")}>
        {/* with open hands, it is nobody's */}
        <ui.Board {...board} seat={eyes === "open" ? null : seat} />
        {now.result && (
          <details class="points-account">
            <summary>{t("replay.account")}</summary>
            <ui.Summary {...{ view, facts, names, story }} result={now.result} />
          </details>
        )}
      </section>
      <section
        class={eyes === "open" ? "hand open-hands" : "hand"}
        aria-label={t(eyes === "open" ? "replay.hands" : "table.hand")}
        tabIndex={0}
      >
        {eyes === "open"
          ? hands.shown.map((i) => (
              <div class="one-hand" key={i}>
                <h2>
                  <SeatMark seat={i} /> {names[i]}{" "}
                  {hands.choose && <span class="quiet">{t("replay.tap_player")}</span>}
                </h2>
                <ui.Hand {...board} seat={i} />
              </div>
            ))
          : seat !== null && <ui.Hand {...board} />}
      </section>
      {rings && <Rings {...rings} about={ui.targets ?? targetsOf} props={board} />}
    </>
  );
}

/** Whose open hands are shown: on a phone there is room for one, and a tap on a player shows theirs. */
function useHands({ eyes, names, own }: { eyes: Eyes; names: string[]; own: number | null }) {
  const narrow = useMatches(PHONE);
  const chosen = useSignal(own ?? 0);
  const choose = narrow && eyes === "open" ? (seat: number) => (chosen.value = seat) : null;
  return { choose, chosen: chosen.value, shown: choose ? [chosen.value] : names.map((_, i) => i) };
}

/** Lies over a player, as large as what is said of them. */
function HandChoice(props: ReturnType<typeof useHands> & { seat: number; name: string }) {
  const { choose, chosen, seat, name } = props;
  return (
    <button
      type="button"
      class="hand-choice"
      aria-label={t("replay.hand_of", { name })}
      aria-pressed={chosen === seat}
      onClick={() => choose?.(seat)}
    />
  );
}

function Steps(props: {
  stop: Signal<number>;
  last: number;
  playing: Signal<boolean>;
  step(way: Way): void;
}) {
  const { stop, last, playing, step } = props;
  const button = (way: Way, icon: IconName = way) => (
    <button type="button" aria-label={t(`replay.${way}`)} onClick={() => step(way)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="buttons">
      {button("first")}
      {button("turn_back")}
      {button("back")}
      <button
        type="button"
        class="do"
        data-plays
        aria-label={t(playing.value ? "replay.pause" : "replay.play")}
        onClick={() => {
          if (stop.value >= last) stop.value = 0;
          playing.value = !playing.value;
        }}
      >
        <Icon name={playing.value ? "pause" : "play"} />
      </button>
      {button("on")}
      {button("turn_on")}
      {button("last")}
    </div>
  );
}

function EyesSelect({ eyes, names }: { eyes: Signal<Eyes>; names: string[] }) {
  return (
    <label class="field">
      {t("replay.eyes")}
      <select
        value={String(eyes.value)}
        onChange={(event) => {
          const value = event.currentTarget.value;
          eyes.value = value === "open" || value === "spectator" ? value : Number(value);
        }}
      >
        <option value="open">{t("replay.open")}</option>
        {names.map((name, seat) => (
          <option key={seat} value={seat}>
            {name}
          </option>
        ))}
        <option value="spectator">{t("replay.spectator")}</option>
      </select>
    </label>
  );
}

function SpeedSelect({ speed }: { speed: Signal<number> }) {
  return (
    <label class="field" data-plays>
      {t("replay.speed")}
      <select
        value={speed.value}
        onChange={(event) => (speed.value = Number(event.currentTarget.value))}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one} selected={one === speed.value}>
            {t("replay.times", { n: one === 0.5 ? "½" : figure(one) })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A link to this moment, where there is one that others can open; else the record itself. */
function ShareMoment(props: Opened & { hash: string }) {
  const { kept, record, hash } = props;
  const done = useSignal<"shared" | "copied" | "failed" | null>(null);
  const own = useSignal<string | null>(null);
  useEffect(() => {
    const names = props.seats.map(({ name }, i) => name || t("new.player", { n: i + 1 }));
    if (kept !== "server") void packed({ record, names }).then((found) => (own.value = found));
  }, [record]);
  const link = own.value
    ? `${location.origin}/replay#${own.value}${hash}`
    : `${location.origin}${location.pathname}${location.search}#${hash}`;
  return (
    <div class="share-moment">
      <div class="buttons">
        {(own.value || kept !== "file") && (
          <button
            type="button"
            onClick={() => void shareLink(link).then((how) => (done.value = how))}
          >
            <Icon name="link" /> {t("replay.link")}
          </button>
        )}
        <button
          type="button"
          onClick={() => saveFile(`${record.game}.json`, JSON.stringify(record))}
        >
          <Icon name="save" /> {t("menu.save")}
        </button>
      </div>
      <p class="quiet" role="status">
        {done.value && t(`room.${done.value}`)}
        {done.value === "failed" && <span class="address"> {link}</span>}
        {done.value && kept === "browser" && !own.value && ` ${t("replay.link_here")}`}
      </p>
    </div>
  );
}

function PlayOn(props: { record: GameRecord; count: number; names: string[] }) {
  const seat = useSignal(0);
  const level = useSignal(usualLevel());
  const start = (): void => {
    const actions = props.record.actions.slice(0, props.count);
    go(goOnFrom({ ...props.record, actions }, seat.value, level.value));
  };
  return (
    <details class="play-on">
      <summary>{t("replay.play_on")}</summary>
      <label class="field">
        {t("replay.as")}
        <select
          value={seat.value}
          onChange={(event) => (seat.value = Number(event.currentTarget.value))}
        >
          {props.names.map((name, i) => (
            <option key={i} value={i}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Select
        label={t("new.level")}
        value={level.value}
        values={levels()}
        name={levelName}
        change={(one) => (level.value = one)}
      />
      <button type="button" class="do" onClick={start}>
        {t("new.start")}
      </button>
    </details>
  );
}
