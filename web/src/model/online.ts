// A table that a server keeps. What happens comes as a stream of events; what one does is sent with
// a key that makes it safe to repeat. The engine in the worker has the same view as bytes: it knows
// what can be done, shows what would happen, and where the outcome is certain shows it at once.
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { gameInfo, silentOf } from "../assets";
import { takeEngine } from "../engine/client";
import type {
  Advice,
  GameId,
  GameRecord,
  Glimpse,
  Line,
  Moment,
  MomentBytes,
  Move,
  Preview,
  Reason,
  StoryItem,
  View,
} from "../engine/types";
import { isMove, Refused } from "../engine/types";
import { API, ask, get, newKey, post, Unreachable } from "./api";
import { readEvents, type ServerEvent } from "./events";
import { upTo } from "./log";
import { findMe, me, needMe } from "./me";
import { pauseBetween } from "./pace";
import { keepRead, readUntil } from "./reading";
import { seatNames } from "./room";
import type { Clock, Happening, Invite, News, Presence, Room, Said, TableInfo } from "./room";
import { checkSeal, keepMix, newMix, type Verdict } from "./seal";
import type { SeatInfo, TableModel } from "./table";
import { checkBuild } from "./upgrade";
import { t } from "../words/words";

/** What comes with a view. */
interface Told {
  facts?: Line[] | null;
  /** Moves with what came of them. */
  story?: StoryItem[];
  /** The view as the engine has it, in base64. */
  bytes?: string;
  /** What can be done, if anything is to be decided. */
  legal?: string[];
}

interface Situation extends Told {
  version: number;
  you: number | null;
  at: number;
  actors: number[];
  count: number;
  clocks: Clock[] | null;
}

interface Snapshot extends Situation {
  table: TableInfo;
  view: View | null;
  history: Move[];
  chat: Said[];
  /** When bots began to play for people, and when these were back; `count`: moves before it. */
  happenings?: (Pick<Happening, "kind" | "seat" | "why"> & { count: number })[];
}

interface Update extends Situation, Partial<Omit<Said, "at">> {
  kind: string;
  seat: number | null;
  /** Of a seat that a bot plays from now on. */
  why?: string;
  actions?: Move[];
  table?: TableInfo;
  view?: View;
  /** What was there on the way: views as bytes, each behind so many items of `story`. */
  moments?: { items: number; bytes: string }[];
}

const WAITS_MS = [300, 1000, 2000, 4000, 8000];
const GIVE_UP_MS = 45_000;
/** So much news is shown at most. */
const NEWS = 3;
/** So many events at once are not shown one by one: we have been away. */
const MANY = 12;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The stream of a table's events, behind the last one that is known. */
async function openEvents(
  table: string,
  last: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<ServerEvent>> {
  const response = await fetch(`${API}/tables/${table}/events?presence=1`, {
    headers: { "Last-Event-ID": last },
    signal,
  });
  if (response.status === 404) throw new Refused("not_found", "");
  if (!response.ok || !response.body) throw new Unreachable();
  return readEvents(response.body);
}

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** Adds randomness of ours to a table at which we sit, now that it has shown its commitment. A game that
 * has begun takes no more. */
export async function addMix({ id, seal, status }: TableInfo): Promise<void> {
  if (status === "open")
    await post(`/tables/${id}/mix`, { mix: newMix(id, seal) }).catch(() => undefined);
}

export class OnlineTable implements TableModel, Room {
  readonly game: GameId;
  readonly players: number;
  readonly room: Room = this;
  readonly info;
  readonly you;
  readonly seat;
  readonly chat;
  readonly invites = signal<Invite[]>([]);
  readonly unread: ReadonlySignal<number>;
  readonly presence = signal<Presence[] | null>(null);
  readonly happenings = signal<Happening[]>([]);
  readonly news = signal<News[]>([]);
  readonly moves: ReadonlySignal<Move[]>;
  readonly clocks = signal<Clock[] | null>(null);
  readonly connection = signal<"live" | "lost" | "gone">("live");
  readonly foreign = signal(false);
  readonly verdict = signal<Verdict | null>(null);
  readonly glimpse = signal<Glimpse | null>(null);
  readonly thinking = signal<number[]>([]);
  readonly handTo = signal<number | null>(null);
  readonly seats: ReadonlySignal<SeatInfo[]>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly forgives = false;
  readonly mayHint: ReadonlySignal<boolean>;

  private readonly engine = takeEngine();
  private version: number;
  /** The last event that came; empty: we want to be told everything anew. */
  private last: string;
  /** Who we were when the stream was opened. */
  private listener: string | undefined;
  private actors: number[];
  private view: View | null = null;
  private facts: Line[] = [];
  private story: StoryItem[];
  /** Whether we have to decide. */
  private asked = false;
  private bytes = "";
  private moments: MomentBytes[] = [];
  private closed = false;
  private stream = new AbortController();
  private readonly waiting: ServerEvent[] = [];
  private working = false;
  /** Of our own steps since we came, whether there was a choice. */
  private steps: boolean[] = [];
  /** How many of them the others are asked to agree to. */
  private agreedTo = 0;
  private hearUndo: (gone: number) => void = () => undefined;
  private verifying = false;
  private readonly readUntil;
  private newest = 0;
  private wake: () => void = () => undefined;

  private constructor(
    readonly id: string,
    first: Snapshot,
  ) {
    this.game = first.table.game;
    this.players = first.table.players;
    this.info = signal(first.table);
    this.you = signal(first.you);
    this.seat = this.you;
    this.chat = signal(first.chat);
    this.version = first.version;
    this.last = `${first.version}-${first.you ?? "s"}`;
    this.actors = first.actors;
    this.story = first.story ?? first.history;
    this.look(first.view, first);
    this.recall(first);
    this.setClocks(first);
    this.readUntil = signal(readUntil(id));
    this.unread = computed(
      () =>
        this.chat.value.filter(
          ({ at, person }) => at > this.readUntil.value && person !== me.value?.id,
        ).length,
    );
    this.moves = computed(() => this.glimpse.value?.history ?? []);
    this.seats = computed(() => this.info.value.seats.map((_, seat) => this.seatInfo(seat)));
    this.canUndo = computed(() => {
      const you = this.you.value;
      const known = this.glimpse.value?.history ?? [];
      const decided = known.some((move) => move[0] === you && !this.isSilent(move));
      return this.info.value.status === "running" && decided;
    });
    this.mayHint = computed(() => this.you.value !== null && this.info.value.hints);
  }

  /** Throws Refused when there is no such table, Unreachable without a server. */
  static async open(id: string): Promise<OnlineTable> {
    await findMe();
    const answer = await get<Snapshot & { invites?: Invite[] }>(`/tables/${id}`);
    const table = new OnlineTable(id, answer);
    table.invites.value = answer.invites ?? [];
    await table.publish();
    addEventListener("online", table.hurry);
    addEventListener("offline", table.drop);
    document.addEventListener("visibilitychange", table.hurry);
    void table.listen();
    return table;
  }

  private readonly isSilent = ([, action]: Move): boolean => silentOf(this.game).includes(action);

  private seatInfo(index: number): SeatInfo {
    const { kind, level, away } = this.info.value.seats[index]!;
    const name = seatNames(this.info.value.seats)[index]!;
    if (index === this.you.value) return { kind: "me", name, away: away ?? false };
    if (kind === "bot") return { kind, name, ...(level ? { level } : {}) };
    return { kind: "person", name: name || t(`seat.${kind}`), away: away ?? false };
  }

  private setClocks({ clocks, at }: Situation): void {
    const late = Date.now() - at;
    this.clocks.value =
      clocks?.map(({ left, since }) =>
        since === undefined ? { left } : { left, since: since + late },
      ) ?? null;
  }

  private setPresence({ at, seats }: { at: number; seats: Presence[] }): void {
    const late = Date.now() - at;
    this.presence.value = seats.map(({ left, turn, ...seat }) => ({
      ...seat,
      ...(left === undefined ? {} : { left: left + late }),
      ...(turn === undefined ? {} : { turn: turn + late }),
    }));
  }

  // ------------------------------------------------------------------ listening

  private readonly hurry = (): void => {
    if (!document.hidden) this.wake();
  };

  private readonly drop = (): void => {
    this.connection.value = "lost";
    this.stream.abort();
  };

  /** Opens the stream anew and is told everything: who we are may have changed. */
  private restart(): void {
    this.last = "";
    this.stream.abort();
    this.wake();
  }

  /** Follows the stream for as long as the table is open here. */
  private async listen(): Promise<void> {
    let failures = 0;
    while (!this.closed) {
      try {
        for await (const event of await this.connect()) {
          failures = 0;
          if (event.name === "presence") {
            this.setPresence(JSON.parse(event.data) as { at: number; seats: Presence[] });
            continue;
          }
          this.last = event.id || this.last;
          this.waiting.push(event);
          void this.work();
        }
      } catch (error) {
        if (error instanceof Refused && error.code === "not_found") {
          this.connection.value = "gone";
          return;
        }
      }
      if (this.closed) return;
      this.presence.value = null;
      if (failures > 0) this.connection.value = "lost";
      const wait = WAITS_MS[Math.min(failures++, WAITS_MS.length - 1)]!;
      await Promise.race([sleep(wait), new Promise<void>((resolve) => (this.wake = resolve))]);
    }
  }

  private async connect(): Promise<AsyncGenerator<ServerEvent>> {
    this.stream = new AbortController();
    this.listener = me.value?.id;
    const events = await openEvents(this.id, this.last, this.stream.signal);
    if (this.connection.value === "lost") void checkBuild();
    this.connection.value = "live";
    return events;
  }

  /** What has come is shown in its order, each long enough to be seen. */
  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    for (let event = this.waiting.shift(); event && !this.closed; event = this.waiting.shift()) {
      const data = JSON.parse(event.data) as Snapshot | Update;
      const moved = "kind" in data ? this.update(data) : this.beginAnew(data);
      if (!moved) continue;
      await this.publish();
      const told = !("actions" in data) || !data.actions!.every(this.isSilent);
      if (told && this.waiting.length > 0 && this.waiting.length < MANY && !document.hidden)
        await sleep(pauseBetween());
    }
    this.working = false;
  }

  private look(view: View | null, { facts, bytes, legal }: Told): void {
    this.view = view;
    this.facts = facts ?? [];
    this.bytes = bytes ?? "";
    this.asked = legal !== undefined;
  }

  private beginAnew(data: Snapshot): boolean {
    this.chat.value = data.chat;
    this.info.value = data.table;
    this.steps = [];
    this.story = data.story ?? data.history;
    this.look(data.view, data);
    this.recall(data);
    return this.settle(data);
  }

  private update(data: Update): boolean {
    if (data.kind === "chat") {
      this.version = data.version;
      if (data.text != null) this.hear({ ...data, text: data.text });
      return false;
    }
    if (data.kind === "away" || data.kind === "back") this.noteHappening(data.kind, data);
    const fresh = data.actions ?? [];
    const own = this.countOwn();
    const known = upTo(this.story, data.count - fresh.length);
    this.story = [...known, ...(data.story ?? fresh)];
    this.moments = (data.moments ?? []).map(({ items, bytes }) => ({
      items: known.length + items,
      bytes: fromBase64(bytes),
    }));
    if (data.view) this.look(data.view, data);
    if (data.table) this.info.value = data.table;
    if (data.kind === "close") this.connection.value = "gone";
    if (data.kind === "refuse") this.agreedTo = 0;
    this.settle(data);
    // of a choice that is still sealed no history tells
    const sealed = data.kind === "undo" && data.seat === this.you.value ? 1 : 0;
    const gone = Math.max(own - this.countOwn(), sealed);
    if (gone > 0) this.tookBack(gone);
    return true;
  }

  private hear({ at, person, name, text }: Update & { text: string }): void {
    this.chat.value = [...this.chat.value, { at, person: person!, name: name!, text }];
    if (person !== me.value?.id)
      this.announce({ key: ++this.newest, kind: "said", name: name!, text });
  }

  /** What happened before we came, each behind as many moves as there were then. */
  private recall({ happenings = [] }: Snapshot): void {
    this.happenings.value = happenings.map(({ count, ...what }) => ({
      ...what,
      key: ++this.newest,
      at: upTo(this.story, count).length,
    }));
  }

  private noteHappening(kind: "away" | "back", { seat, why }: Update): void {
    if (seat === null) return;
    const what = { key: ++this.newest, at: this.story.length, kind, seat, ...(why ? { why } : {}) };
    this.happenings.value = [...this.happenings.value, what];
    this.announce({ key: what.key, kind: "happened", what });
  }

  private announce(news: News): void {
    this.news.value = [...this.news.value, news].slice(-NEWS);
  }

  private countOwn(): number {
    return this.story.filter((item) => isMove(item) && item[0] === this.you.value).length;
  }

  /** So many of our own steps are gone. */
  private tookBack(gone: number): void {
    const left = this.agreedTo - gone;
    this.steps.splice(Math.max(0, this.steps.length - gone));
    this.agreedTo = 0;
    this.hearUndo(gone);
    if (left > 0) void this.takeBack(left).catch(() => this.askFor(left).catch(() => undefined));
  }

  private settle(data: Situation): boolean {
    this.version = data.version;
    this.actors = data.actors;
    this.you.value = data.you;
    this.setClocks(data);
    return true;
  }

  /** Shows the present position; what can be done is known by the engine from the view's bytes. */
  private async publish(): Promise<void> {
    const { view, story, actors, facts } = this;
    if (!view) return;
    const you = this.you.value;
    const legal = you !== null && this.asked ? await this.consult(you, view) : [];
    const moments = await this.lookBetween(view);
    const result = this.info.value.result ?? null;
    if (this.info.value.status === "over" && !this.verifying) void this.verify();
    this.thinking.value = actors.filter((seat) => seat !== you);
    const history = story.filter(isMove);
    const glimpse = { view, actors, legal, facts, story, history, result, moments };
    this.glimpse.value = glimpse;
  }

  /** What our own engine says of the moments that came last; none if it does not know them. */
  private async lookBetween(view: View): Promise<Moment[]> {
    const { moments } = this;
    if (moments.length === 0) return [];
    const { game, rules } = this.info.value;
    const told = { game, rules, seat: this.you.value, view };
    return this.engine.call("readMoments", fromBase64(this.bytes), told, moments).catch(() => []);
  }

  /** What can be done, by our own engine; nothing if it does not know this position. */
  private async consult(seat: number, view: View): Promise<string[]> {
    const { game, rules } = this.info.value;
    try {
      const bytes = fromBase64(this.bytes);
      const legal = await this.engine.call("takeView", bytes, { game, rules, seat, view });
      this.foreign.value = false;
      return legal;
    } catch (error) {
      this.foreign.value = error instanceof Refused && error.code === "bad_view";
      return [];
    }
  }

  /** Whether the deal was the one that was promised, and the record tells what we have seen. */
  private async verify(): Promise<void> {
    this.verifying = true;
    const { view } = this;
    const seat = this.you.value;
    try {
      const record = (await this.record())!;
      if (record.rules !== gameInfo(this.game).rules) return;
      const shown = await this.engine.call("open", record, seat).catch(() => null);
      const verdict = checkSeal(this.id, seat, record);
      this.verdict.value = same(shown?.glimpse.view, view) ? verdict : "game";
    } catch {
      this.verifying = false; // it is tried again when something is told
    }
  }

  // --------------------------------------------------------------------- acting

  /** Sends until it has arrived; the key makes a repetition harmless. */
  private async send<T>(path: string, body: object = {}): Promise<T> {
    const key = newKey();
    const end = Date.now() + GIVE_UP_MS;
    for (let attempt = 0; ; attempt++)
      try {
        const answer = await post<T>(`/tables/${this.id}/${path}`, body, key);
        if (this.connection.value === "lost") this.wake();
        return answer;
      } catch (error) {
        if (error instanceof Refused || this.closed || Date.now() > end) throw error;
        this.connection.value = "lost";
        await sleep(WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)]!);
      }
  }

  /** What an action leads to, shown before the server has said so; null: that is not certain. */
  private async foresee(you: number, action: string, before: Glimpse): Promise<Glimpse | null> {
    const version = this.version;
    const after = await this.engine.call("preview", you, action).catch(() => null);
    if (!after?.certain || this.version !== version || same(after.view, before.view)) return null;
    const story = [...before.story, [you, action] as Move, ...after.events];
    return {
      view: after.view,
      facts: after.facts,
      actors: after.actors,
      legal: [],
      story,
      history: story.filter(isMove),
      result: null,
      guess: true,
    };
  }

  /** Several actions are one request: all of them are done, or none. Of several our engine knows only
   * what the first leads to. */
  async act(actions: string[]): Promise<void> {
    const you = this.you.value;
    const before = this.glimpse.value;
    const [action, ...more] = actions;
    if (you === null || !before || action === undefined) return;
    const alone = more.length === 0;
    const guess = alone ? await this.foresee(you, action, before) : null;
    if (guess) this.glimpse.value = guess;
    try {
      await this.send("act", alone ? { action } : { actions });
      this.steps.push(before.legal.length !== 1, ...more.map(() => true));
    } catch (error) {
      await this.publish();
      throw error;
    }
  }

  /** The steps that taking back takes back: the last decision, and those without a choice that have
   * come of it. What was done before we came counts as a decision. */
  private lastDecision(): number {
    const at = this.steps.lastIndexOf(true);
    return at < 0 ? this.steps.length + 1 : this.steps.length - at;
  }

  /** The server takes back a decision at a time, and tells us; it may come to one that needs consent. */
  private async takeBack(steps: number): Promise<void> {
    this.agreedTo = 0;
    for (let left = steps; left > 0; ) {
      const told = new Promise<number>((resolve) => (this.hearUndo = resolve));
      await this.send("undo");
      left -= await told;
    }
  }

  /** Who agrees to the last step agrees to the decision that it came of. */
  private async askFor(steps: number): Promise<void> {
    this.agreedTo = steps;
    await this.send("undo", { ask: true });
  }

  /** What needs the others' consent is refused with undo_barrier; askUndo asks them. */
  undo(): Promise<void> {
    return this.takeBack(this.lastDecision());
  }

  askUndo(): Promise<void> {
    return this.askFor(this.lastDecision());
  }

  async answerUndo(agree: boolean): Promise<void> {
    await this.send("undo/answer", { agree });
  }

  takeDevice(): void {}

  whyNot(action: string): Promise<Reason | null> {
    return this.engine.call("whyNot", this.you.value ?? 0, action);
  }

  preview(...actions: string[]): Promise<Preview> {
    return this.engine.call("preview", this.you.value ?? 0, ...actions);
  }

  hint(ms: number): Promise<Advice[] | null> {
    if (!this.mayHint.value) return Promise.resolve(null);
    return this.engine.call("hint", this.you.value ?? 0, ms);
  }

  async record(): Promise<GameRecord | null> {
    if (this.info.value.status !== "over") return null;
    return get<GameRecord>(`/tables/${this.id}/record`);
  }

  // ----------------------------------------------------------------- the room

  async sit(invite?: string): Promise<void> {
    const { id } = await needMe();
    const mix = newMix(this.id, this.info.value.seal);
    await this.send("sit", invite ? { invite, mix } : { mix });
    if (this.listener !== id) this.restart();
  }

  async stand(): Promise<void> {
    await this.send("stand");
  }

  async shut(): Promise<void> {
    await ask("DELETE", `/tables/${this.id}`, {});
  }

  async say(text: string): Promise<void> {
    await this.send("chat", { text });
  }

  read(): void {
    const last = this.chat.value.at(-1)?.at ?? 0;
    if (last <= this.readUntil.peek()) return;
    this.readUntil.value = last;
    keepRead(this.id, last);
    this.news.value = this.news.peek().filter(({ kind }) => kind !== "said");
  }

  forget(key: number): void {
    this.news.value = this.news.peek().filter((one) => one.key !== key);
  }

  async mute(person: string, muted: boolean): Promise<void> {
    await post("/me/mutes", { person, muted });
    if (muted) this.chat.value = this.chat.value.filter((said) => said.person !== person);
    this.restart();
  }

  async leave(): Promise<void> {
    await this.send("leave");
  }

  async back(): Promise<void> {
    await this.send("back");
  }

  async nudge(seat: number): Promise<void> {
    await this.send("nudge", { seat });
  }

  async replace(seat: number): Promise<void> {
    await this.send("replace", { seat });
  }

  async end(agree: boolean): Promise<void> {
    await this.send("end", { agree });
  }

  async fill(level: string, seat?: number): Promise<void> {
    await this.send("fill", seat === undefined ? { level } : { level, seat });
  }

  async rematch(): Promise<string> {
    const mix = newKey();
    const { table } = await post<{ table: TableInfo }>(`/tables/${this.id}/rematch`, { mix });
    keepMix(table.id, table.seal, mix);
    await addMix(table);
    return table.id;
  }

  async note(): Promise<string> {
    return (await get<{ note: string }>(`/tables/${this.id}/note`)).note;
  }

  async putNote(note: string): Promise<void> {
    await post(`/tables/${this.id}/note`, { note });
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.hurry);
    this.stream.abort();
    this.wake();
    this.engine.close();
  }
}
