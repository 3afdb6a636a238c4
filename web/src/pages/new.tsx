// Beginning a game: against bots, with friends at a table of the server, or at this device.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { gameInfo, levels, titleOf } from "../assets";
import type { GameId } from "../engine/types";
import { newKey, post } from "../model/api";
import { levelName, usePrograms } from "../model/bots";
import {
  checkOptions,
  fitting,
  isFirst,
  keepChoice,
  lastChoice,
  optionsFor,
  startAgainstBots,
  valuesOf,
  type Choice,
} from "../model/choice";
import { newLocal } from "../model/local";
import { me, needMe, rememberedName } from "../model/me";
import { addMix } from "../model/online";
import type { TableInfo } from "../model/room";
import { keepMix } from "../model/seal";
import { botName, type SeatInfo } from "../model/table";
import { go, query } from "../router";
import { explain } from "../ui/refusals";
import { NameInput } from "../ui/name";
import { Icon } from "../ui/icons";
import { LETTERS, SeatMark } from "../ui/seat";
import { Segments } from "../ui/segments";
import { Select } from "../ui/select";
import { figure, t, textOr } from "../words/words";
import { Picture, SiteHead, sizeInWords } from "./home";

const WAYS = ["bots", "friends", "device"] as const;
type Way = (typeof WAYS)[number];

const ICONS = { bots: "robot", friends: "friends", device: "device" } as const;

/** The first is what friends get who do not choose: most sit down together. */
const PACES = ["live", "days", "none"] as const;

/** Who sits where: a level of bots, or "person". */
type Seats = { kind: string; name: string }[];

function Options(props: { game: GameId; choice: Signal<Choice>; players: number }) {
  const { game, choice, players } = props;
  const { options } = choice.value;
  const nameOf = (option: string, value: string): string =>
    textOr(`${game}.value.${option}.${value}`, value);
  const labelOf = (option: string): string => textOr(`${game}.option.${option}`, option);
  const changed = Object.entries(fitting(game, { ...choice.value, players }).options).map(
    ([name, value]) => `${labelOf(name).replace(" †", "")}: ${nameOf(name, value)}`,
  );
  const names = optionsFor(game, players);
  return (
    <details class="options card">
      <summary>
        <span class="name">{t("new.options")}</span>{" "}
        <span class="quiet">{changed.join(" · ") || t("new.usual")}</span>
      </summary>
      {isFirst(game, choice.value) && <p class="quiet">{t("new.first")}</p>}
      <div class="fields">
        {names.map((name) => {
          const values = valuesOf(game, name, players);
          return (
            <Select
              key={name}
              label={labelOf(name)}
              value={options[name] ?? values[0]!}
              values={values}
              name={(value) => nameOf(name, value)}
              change={(value) => {
                choice.value = { ...choice.value, options: { ...options, [name]: value } };
              }}
            />
          );
        })}
      </div>
      {names.some((name) => labelOf(name).includes("†")) && (
        <p class="quiet">† {t("rules.reconstructed")}</p>
      )}
    </details>
  );
}

function SeatRows(props: {
  seats: Signal<Seats>;
  players: number;
  way: Way;
  levels: readonly string[];
}) {
  const put = (index: number, change: Partial<Seats[number]>): void => {
    props.seats.value = props.seats.value.map((seat, i) =>
      i === index ? { ...seat, ...change } : seat,
    );
  };
  const first = props.way === "friends" ? 1 : 0;
  return (
    <fieldset class="seats">
      <legend>{t("new.seats")}</legend>
      {props.seats.value.slice(0, props.players).map((seat, i) =>
        i < first ? null : (
          <div class="seat-row" key={i}>
            <SeatMark seat={i} />
            <Select
              label={t("new.seat", { seat: LETTERS[i]! })}
              value={seat.kind}
              values={["person", ...props.levels]}
              name={(kind) => (kind === "person" ? t(`new.person_${props.way}`) : levelName(kind))}
              change={(kind) => put(i, { kind })}
            />
            {props.way === "device" && seat.kind === "person" && (
              <label class="field">
                {t("account.name")}
                <input
                  maxLength={20}
                  value={seat.name}
                  onInput={(event) => put(i, { name: event.currentTarget.value })}
                />
              </label>
            )}
          </div>
        ),
      )}
    </fieldset>
  );
}

function firstSeats(most: number, way: Way): Seats {
  return Array.from({ length: most }, (_, i) => ({
    kind: "person",
    name: way === "device" ? t("new.player", { n: i + 1 }) : "",
  }));
}

/** What the page asks for. */
function useForm(game: GameId) {
  const asked = query.value.get("with") as Way | null;
  const way = useSignal<Way>(asked && WAYS.includes(asked) ? asked : "bots");
  const [least, most] = gameInfo(game).players;
  const choice = useSignal(lastChoice(game));
  /** The bot of the host that is played against, rather than one of ours. */
  const program = useSignal<string | null>(null);
  const seats = useSignal<Seats>(firstSeats(most, way.value));
  const name = useSignal(me.value?.name ?? rememberedName());
  const listed = useSignal(query.value.get("public") === "1");
  const pace = useSignal<(typeof PACES)[number]>(PACES[0]);
  /** null: as is usual, only if nobody else is there. */
  const hints = useSignal<boolean | null>(null);
  const fewest = way.value === "bots" ? least : Math.max(least, 2);
  const players = Math.max(choice.value.players, fewest);
  const mayHint =
    hints.value ?? seats.value.slice(1, players).every(({ kind }) => kind !== "person");
  const counts = Array.from({ length: most - fewest + 1 }, (_, i) => String(fewest + i));
  const wanted = fitting(game, { ...choice.value, players });
  const state = { way, choice, program, seats, name, listed, pace, hints };
  return { ...state, players, mayHint, counts, wanted };
}

type Form = ReturnType<typeof useForm>;

function startHere(game: GameId, { seats, players, wanted }: Form): string {
  const list = seats.value
    .slice(0, players)
    .map(
      ({ kind, name }, i): SeatInfo =>
        kind === "person"
          ? { kind: "person", name: name.trim() || t("new.player", { n: i + 1 }) }
          : { kind: "bot", level: kind, name: botName(i) },
    );
  return `/local/${newLocal(game, list, wanted.options).id}`;
}

const PACE_OF = {
  none: { kind: "none" },
  live: { kind: "live", bank: 1800, increment: 15 },
  days: { kind: "days", days: 3 },
} as const;

/** What is said of a table with friends. */
function withFriends(form: Form): object {
  const others = form.seats.value
    .slice(1, form.players)
    .map(({ kind }) => (kind === "person" ? "open" : { bot: kind }));
  return {
    seats: ["me", ...others],
    public: form.listed.value,
    hints: form.mayHint,
    pace: PACE_OF[form.pace.value],
  };
}

/** The same against a bot of the host, which plays all other seats. */
const withProgram = (bot: string, { players }: Form): object => ({
  seats: ["me", ...Array.from({ length: players - 1 }, () => ({ bot }))],
  hints: true,
  pace: PACE_OF.none,
});

async function startOnline(game: GameId, form: Form, how: object): Promise<string> {
  await needMe(form.name.value.trim());
  const mix = newKey();
  const body = { game, options: form.wanted.options, mix, ...how };
  const { table } = await post<{ table: TableInfo }>("/tables", body, newKey());
  keepMix(table.id, table.seal, mix);
  await addMix(table);
  return `/t/${table.id}`;
}

/** Begins the game that is asked for; where it is played. */
async function begin(game: GameId, form: Form): Promise<string> {
  const { wanted, players, way, program } = form;
  await checkOptions({ game, players, options: wanted.options });
  keepChoice(game, wanted);
  if (way.value === "device") return startHere(game, form);
  if (way.value === "friends") return startOnline(game, form, withFriends(form));
  return program.value !== null && players > 1
    ? startOnline(game, form, withProgram(program.value, form))
    : startAgainstBots(game, wanted);
}

/** Says what no game can begin with, as soon as it is chosen. */
function useCheck(game: GameId, { players, wanted }: Form): Signal<unknown> {
  const problem = useSignal<unknown>(null);
  useEffect(() => {
    let late = false;
    problem.value = null;
    checkOptions({ game, players, options: wanted.options }).catch((error: unknown) => {
      if (!late) problem.value = error;
    });
    return () => (late = true);
  }, [game, players, JSON.stringify(wanted.options)]);
  return problem;
}

/** What holds at a table with friends: the time, who may come, and whether hints are allowed. */
function Terms({ form: { pace, listed, hints, mayHint } }: { form: Form }) {
  return (
    <>
      <Segments
        class="choice-cards paces"
        legend={t("new.pace")}
        name="pace"
        value={pace.value}
        values={PACES}
        show={(kind) => (
          <>
            <b>{t(`new.pace_${kind}`)}</b>
            <small>{t(`new.pace_${kind}.about`)}</small>
          </>
        )}
        change={(kind) => (pace.value = kind)}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={listed.value}
          onChange={(event) => (listed.value = event.currentTarget.checked)}
        />
        {t("new.public")}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={mayHint}
          onChange={(event) => (hints.value = event.currentTarget.checked)}
        />
        {t("new.hints")}
      </label>
    </>
  );
}

export function NewPage({ game }: { game: GameId }) {
  const form = useForm(game);
  const { way, choice, program, seats, name, players, counts } = form;
  const programs = usePrograms();
  const level = program.value ?? choice.value.level;
  const problem = useCheck(game, form);
  const busy = useSignal(false);
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
      go(await begin(game, form));
    } catch (error) {
      problem.value = error;
    } finally {
      busy.value = false;
    }
  };

  return (
    <>
      <SiteHead />
      <main class="page new">
        <header class="about-game">
          <Picture game={game} />
          <div>
            <h1 tabIndex={-1}>{t("new.title", { game: titleOf(game) })}</h1>
            <p class="quiet">{sizeInWords(game)}</p>
            <p class="line">{textOr(`${game}.line`)}</p>
            <a class="to-learn" href={`/learn/${game}`}>
              <Icon name="learn" /> {t("home.learn")}
            </a>
          </div>
        </header>
        <form onSubmit={(event) => void start(event)}>
          <Segments
            class="choice-cards"
            legend={t("new.with")}
            name="way"
            value={way.value}
            values={WAYS}
            show={(one) => (
              <>
                <Icon name={ICONS[one]} />
                <b>{t(`new.${one}`)}</b>
                <small>{t(`new.${one}.about`)}</small>
              </>
            )}
            change={(one) => {
              way.value = one;
              seats.value = firstSeats(seats.value.length, one);
            }}
          />
          <div class="card">
            <Segments
              legend={t("new.players")}
              name="players"
              value={String(players)}
              values={counts}
              show={(count) => figure(Number(count))}
              change={(count) => {
                choice.value = fitting(game, { ...choice.value, players: Number(count) });
              }}
            />
            {way.value === "bots" && players > 1 && (
              <>
                <Segments
                  legend={t("new.level")}
                  name="level"
                  value={level}
                  values={[...levels(), ...programs]}
                  show={levelName}
                  change={(one) => {
                    program.value = programs.includes(one) ? one : null;
                    if (program.value === null) choice.value = { ...choice.value, level: one };
                  }}
                />
                <p class="quiet">{textOr(`level.${level}.about`, t("new.program"))}</p>
              </>
            )}
            {way.value === "friends" && (
              <label class="field">
                {t("account.name")}
                <NameInput name={name} />
              </label>
            )}
            {way.value !== "bots" && (
              <SeatRows
                seats={seats}
                players={players}
                way={way.value}
                levels={way.value === "friends" ? [...levels(), ...programs] : levels()}
              />
            )}
            {way.value === "friends" && <Terms form={form} />}
          </div>
          <Options game={game} choice={choice} players={players} />
          {problem.value !== null && (
            <p class="refusal" role="alert">
              {explain(problem.value)}
            </p>
          )}
          <div class="buttons start">
            <button type="submit" class="do" disabled={busy.value}>
              {t(way.value === "friends" ? "new.make" : "new.start")}
            </button>
          </div>
        </form>
      </main>
    </>
  );
}
