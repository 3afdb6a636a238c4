// A table that a server keeps. What happens comes as a stream of events; what one does is sent with
// a key that makes it safe to repeat. The engine in the worker has the same view as bytes: it knows
// what can be done, shows what would happen, and where the outcome is certain shows it at once.
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { EngineClient } from "../engine/client";
import type { Advice, GameId, GameRecord, Glimpse, Move, Reason, Seen, View } from "../engine/types";
import { Refused } from "../engine/types";
import { API, ask, get, newKey, post, Unreachable } from "./api";
import { readEvents, type ServerEvent } from "./events";
import { findMe, me, needMe } from "./me";
import { pauseBetween } from "./pace";
import type { Clock, Invite, Room, Said, TableInfo } from "./room";
import { botName, type SeatInfo, type TableModel } from "./table";
import { checkBuild } from "./upgrade";
import { t } from "../words/words";

interface Situation {
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
}

interface Update extends Situation, Partial<Omit<Said, "at">> {
  kind: string;
  seat: number | null;
  actions?: Move[];
  table?: TableInfo;
  view?: View;
}

const WAITS_MS = [300, 1000, 2000, 4000, 8000];
const GIVE_UP_MS = 45_000;
/** So many events at once are not shown one by one: we have been away. */
const MANY = 12;

/** So many guesses of what nobody knows must lead to the same, for an outcome to be certain. */
const TRIES = 4;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The stream of a table's events, behind the last one that is known. */
async function openEvents(
  table: string,
  last: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<ServerEvent>> {
  const response = await fetch(`${API}/tables/${table}/events`, {
    headers: { "Last-Event-ID": last },
    signal,
  });
  if (response.status === 404) throw new Refused("not_found", "");
  if (!response.ok || !response.body) throw new Unreachable();
  return readEvents(response.body);
}

/** Goes one event further; what was taken back has not been. */
function retrace(seen: Seen[], { view, count }: Update): void {
  if (!view) return;
  while (seen.length > 0 && seen[seen.length - 1]!.known > count) seen.pop();
  seen.push({ view, known: count });
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
  readonly clocks = signal<Clock[] | null>(null);
  readonly connection = signal<"live" | "lost" | "gone">("live");
  readonly glimpse = signal<Glimpse | null>(null);
  readonly thinking = signal<number[]>([]);
  readonly handTo = signal<number | null>(null);
  readonly seats: ReadonlySignal<SeatInfo[]>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly mayHint: ReadonlySignal<boolean>;

  private readonly engine = new EngineClient();
  private version: number;
  /** The last event that came; empty: we want to be told everything anew. */
  private last: string;
  /** Who we were when the stream was opened. */
  private listener: string | undefined;
  private actors: number[];
  private view: View | null;
  private history: Move[];
  private closed = false;
  private stream = new AbortController();
  private readonly waiting: ServerEvent[] = [];
  private working = false;
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
    this.view = first.view;
    this.history = first.history;
    this.setClocks(first);
    this.seats = computed(() => this.info.value.seats.map((_, seat) => this.seatInfo(seat)));
    this.canUndo = computed(() => {
      const you = this.you.value;
      const known = this.glimpse.value?.history ?? [];
      return this.info.value.status === "running" && known.some(([seat]) => seat === you);
    });
    this.mayHint = computed(
      () =>
        this.you.value !== null &&
        this.info.value.seats.every(({ kind }, seat) => kind === "bot" || seat === this.you.value),
    );
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

  private seatInfo(index: number): SeatInfo {
    const { kind, level, name, away } = this.info.value.seats[index]!;
    if (index === this.you.value) return { kind: "me", name: name ?? "", away: away ?? false };
    if (kind === "bot") return { kind, name: botName(index), ...(level ? { level } : {}) };
    return { kind: "person", name: name || t(`seat.${kind}`), away: away ?? false };
  }

  private setClocks({ clocks, at }: Situation): void {
    const late = Date.now() - at;
    this.clocks.value =
      clocks?.map(({ left, since }) =>
        since === undefined ? { left } : { left, since: since + late },
      ) ?? null;
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

  /** The server tells everything once more to whoever asks for what came after nothing. */
  async past(): Promise<Seen[]> {
    const stop = new AbortController();
    const [end, seat] = this.last.split("-");
    const seen: Seen[] = [];
    try {
      for (let last = 0, told = -1; last < Number(end) && last > told && !this.closed; ) {
        told = last;
        for await (const event of await openEvents(this.id, `${last}-${seat}`, stop.signal)) {
          const data = JSON.parse(event.data) as Snapshot | Update;
          if (!("kind" in data)) return []; // we are somebody else now
          retrace(seen, data);
          last = data.version;
          if (last >= Number(end)) break;
        }
      }
      return seen;
    } catch {
      return [];
    } finally {
      stop.abort();
    }
  }

  /** What has come is shown in its order, each long enough to be seen. */
  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    for (let event = this.waiting.shift(); event && !this.closed; event = this.waiting.shift()) {
      const data = JSON.parse(event.data) as Snapshot | Update;
      const moved = "kind" in data ? this.update(data) : this.replace(data);
      if (!moved) continue;
      await this.publish();
      if (this.waiting.length > 0 && this.waiting.length < MANY && !document.hidden)
        await sleep(pauseBetween());
    }
    this.working = false;
  }

  private replace(data: Snapshot): boolean {
    this.chat.value = data.chat;
    this.info.value = data.table;
    this.history = data.history;
    this.view = data.view;
    return this.settle(data);
  }

  private update(data: Update): boolean {
    if (data.kind === "chat") {
      this.version = data.version;
      if (data.text != null)
        this.chat.value = [
          ...this.chat.value,
          { at: data.at, person: data.person!, name: data.name!, text: data.text },
        ];
      return false;
    }
    const fresh = data.actions ?? [];
    this.history = [...this.history.slice(0, data.count - fresh.length), ...fresh];
    if (data.view) this.view = data.view;
    if (data.table) this.info.value = data.table;
    if (data.kind === "close") this.connection.value = "gone";
    return this.settle(data);
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
    const { view, history, actors, version } = this;
    if (!view) return;
    const you = this.you.value;
    const mine = you !== null && actors.includes(you) && !this.info.value.seats[you]?.away;
    const legal = mine ? await this.findLegal(you, version) : [];
    const result = this.info.value.result ?? null;
    this.thinking.value = actors.filter((seat) => seat !== you);
    this.glimpse.value = { view, actors, legal, history, result };
  }

  private async findLegal(you: number, version: number): Promise<string[]> {
    for (let attempt = 0; attempt < WAITS_MS.length; attempt++)
      try {
        const answer = await get<{ bytes: string; version: number }>(`/tables/${this.id}/position`);
        if (answer.version !== version) return []; // more has happened; it will be told
        const bytes = Uint8Array.from(atob(answer.bytes), (char) => char.charCodeAt(0));
        await this.engine.call("takeView", bytes);
        return await this.engine.call("legal", you);
      } catch (error) {
        if (error instanceof Refused || this.closed) return [];
        await sleep(WAITS_MS[attempt]!);
      }
    return [];
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

  /** The view after an action, if it is the same whatever nobody knows yet may be; else null. */
  private async certain(you: number, action: string): Promise<View | null> {
    try {
      const tries = Array.from({ length: TRIES }, () => this.engine.call("preview", you, action));
      const [first, ...others] = await Promise.all(tries);
      return first && others.every((other) => same(first, other)) ? first : null;
    } catch {
      return null;
    }
  }

  async act(action: string): Promise<void> {
    const you = this.you.value;
    const before = this.glimpse.value;
    if (you === null || !before) return;
    const version = this.version;
    const after = await this.certain(you, action);
    if (after && this.version === version && !same(after, before.view))
      this.glimpse.value = {
        view: after,
        actors: before.actors.filter((seat) => seat !== you),
        legal: [],
        history: [...before.history, [you, action]],
        result: null,
        guess: true,
      };
    try {
      await this.send("act", { action });
    } catch (error) {
      await this.publish();
      throw error;
    }
  }

  /** What needs the others' consent is refused with undo_barrier; askUndo asks them. */
  async undo(): Promise<void> {
    await this.send("undo");
  }

  async askUndo(): Promise<void> {
    await this.send("undo", { ask: true });
  }

  async answerUndo(agree: boolean): Promise<void> {
    await this.send("undo/answer", { agree });
  }

  takeDevice(): void {}

  whyNot(action: string): Promise<Reason | null> {
    return this.engine.call("whyNot", this.you.value ?? 0, action);
  }

  preview(action: string): Promise<View> {
    return this.engine.call("preview", this.you.value ?? 0, action);
  }

  hint(ms: number): Promise<Advice[] | null> {
    return this.engine.call("hint", this.you.value ?? 0, ms);
  }

  async record(): Promise<GameRecord | null> {
    if (this.info.value.status !== "over") return null;
    return get<GameRecord>(`/tables/${this.id}/record`);
  }

  // ----------------------------------------------------------------- the room

  async sit(invite?: string): Promise<void> {
    const { id } = await needMe();
    await this.send("sit", invite ? { invite } : {});
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

  async rematch(): Promise<string> {
    return (await post<{ id: string }>(`/tables/${this.id}/rematch`)).id;
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
