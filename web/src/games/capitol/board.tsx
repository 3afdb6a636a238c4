// Rome from above: nine areas, and what lies beside the map.
import { useSignal, type Signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { t, word } from "../../words/words";
import { arrows } from "./keys";
import { Building, Emblem, Mark, Roof, TileArt } from "./draw";
import { canTakeArea, chooseArea, chosen, type Props } from "./choosing";
import { Reveal, Sale } from "./auction";
import { Counting, Tally } from "./points";
import { Stacks, Things, Yards } from "./things";
import { Terrain } from "./terrain";
import {
  auctionsOf,
  colourOf,
  limitsOf,
  ON_MAP,
  scoringsOf,
  squaresOf,
  standingOf,
  type Area,
  type Item,
  type Limits,
  type Shape,
} from "./view";

/** What lies over the map: nothing, the points, everyone's things. */
export type Mode = "map" | "points" | "things";

export function Board(props: Props) {
  const { view } = props;
  const history = props.history ?? [];
  const mode = useSignal<Mode>("map");
  const looked = useSignal(0);
  const auctions = auctionsOf(view, history);
  const scorings = scoringsOf(view, history);
  const shown = useSignal({ auctions: auctions.length, scorings: scorings.length });
  const revealing = auctions.length > shown.value.auctions;
  const scored = !revealing && scorings.length > shown.value.scorings && view.phase !== "over";

  useLayoutEffect(() => {
    const { auctions: a, scorings: s } = shown.peek();
    if (a > auctions.length || s > scorings.length)
      shown.value = { auctions: auctions.length, scorings: scorings.length };
  }, [auctions.length, scorings.length]);

  const chose = props.picked.value.length > 0;
  useLayoutEffect(() => {
    if (chose) shown.value = { auctions: auctions.length, scorings: scorings.length };
  }, [chose]);

  const counting = scored || mode.value === "points";
  const close = (): void => {
    if (revealing) shown.value = { ...shown.value, auctions: auctions.length };
    else if (scored) shown.value = { ...shown.value, scorings: scorings.length };
    else mode.value = "map";
  };
  const last = auctions.at(-1);
  const selling = view.phase === "bid" || view.phase === "place";
  return (
    <div class="capitol-world capitol-board">
      <div class="layout">
        <div class="rome">
          <Terrain />
          <div
            class={scored ? "areas scored" : "areas"}
            role="group"
            aria-label={t("capitol.map")}
            onKeyDown={arrows}
          >
            {ON_MAP.map((name, at) => (
              <AreaButton
                key={name}
                props={props}
                area={view.areas.find((area) => area.name === name)!}
                at={at}
                counting={counting}
                looked={looked}
              />
            ))}
          </div>
          {revealing && last && <Reveal props={props} auction={last} close={close} />}
          {!revealing && mode.value === "things" && (
            <Things props={props} close={close} class="over" />
          )}
        </div>
        <aside class={selling ? "beside selling" : "beside"} aria-label={t("capitol.beside")}>
          {counting ? (
            <Counting
              props={props}
              looked={looked}
              round={scored ? scorings.length : null}
              close={close}
            />
          ) : (
            <>
              {selling && <Sale props={props} last={last ?? null} />}
              <Stacks props={props} />
              <Yards props={props} open={() => (mode.value = "things")} />
              <div class="looks">
                <button
                  type="button"
                  class="count-points"
                  aria-label={t("capitol.points.show")}
                  onClick={() => (mode.value = "points")}
                >
                  <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M4 21H20M6 21V14H10V21M10 21V9H14V21M14 21V16H18V21M12 2V6M10 4H14" />
                  </svg>
                  <span>{t("capitol.points")}</span>
                </button>
                {selling && (
                  <button type="button" class="see-hands" onClick={() => (mode.value = "things")}>
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                      <path d="M4 6L12 3L16 17L8 20ZM14 5H20V19H17" />
                    </svg>
                    <span>{t("capitol.hands")}</span>
                  </button>
                )}
              </div>
            </>
          )}
          <Things props={props} class="beside-things" />
        </aside>
      </div>
    </div>
  );
}

/** Where the nine squares of an area lie: the large one takes four cells, the limits one. */
const PLANS = ["left", "right", "middle"] as const;

interface AreaProps {
  props: Props;
  area: Area;
  at: number;
  counting: boolean;
  looked: Signal<number>;
}

function AreaButton({ props, area, at, counting, looked }: AreaProps) {
  const { view, names, after } = props;
  const possible = !counting && canTakeArea(props, area.name);
  const placing = view.phase === "place" && props.legal.length > 0;
  const choosing = placing || props.picked.value[0] === "permit";
  const taken = possible && props.staged.value?.endsWith(` ${area.name}`) === true;
  const limits = limitsOf(view, area);
  const future = taken ? after?.areas.find((other) => other.name === area.name) : undefined;
  const building = view.phase === "build" && props.legal.length > 0;
  const open = (): void => {
    if (!counting && (choosing || building)) chooseArea(props, area.name);
    else looked.value = at;
  };
  const classes = [
    "area",
    colourOf(area.name),
    area.name,
    possible ? "possible" : "",
    choosing && !possible && !counting ? "closed" : "",
    taken ? "taken" : "",
    counting && looked.value === at ? "looked" : "",
  ];
  return (
    <button
      type="button"
      class={classes.join(" ")}
      data-at={`area:${area.name}`}
      data-area={area.name}
      aria-pressed={taken || (counting && looked.value === at)}
      onClick={open}
    >
      <span class="visually-hidden">{areaName(area, limits, names)}</span>
      <span class="title" aria-hidden="true">
        <Emblem colour={colourOf(area.name)} />
        <span class="name">{word("capitol", area.name)}</span>
      </span>
      {counting ? (
        <Tally standing={standingOf(area)} at={at} />
      ) : (
        <>
          <Squares props={props} area={area} at={at} future={future} limits={limits} />
          <Ranks area={future ?? area} />
        </>
      )}
    </button>
  );
}

function Squares(props: {
  props: Props;
  area: Area;
  at: number;
  future: Area | undefined;
  limits: Limits;
}) {
  const { area, future } = props;
  const items = squaresOf(area, props.props.history ?? []);
  const ghost = future ? ghostOf(props.props, area.name) : null;
  const total = items.length + area.free;
  const shape = chosen(props.props, "permit")[2] === "triangular" ? "triangular" : "round";
  const large = ghost && (ghost === "temple" || ghost === "amphitheatre") ? ghost : area.large;
  return (
    <span class={`squares ${PLANS[props.at % 3]}`} aria-hidden="true">
      <span class={`large ${large && !area.large ? "ghost" : ""}`} data-at={`large:${area.name}`}>
        {large && <TileArt tile={large} />}
      </span>
      {Array.from({ length: total }, (_, i) => {
        const isGhost = i === items.length && ghost !== null && typeof ghost === "object";
        const item = items[i] ?? (isGhost ? ghost : null);
        return (
          <span
            key={i}
            class={`square ${item ? item.kind : "free"} ${isGhost ? "ghost" : ""}`}
            data-at={`square:${area.name}:${i}`}
          >
            {item && <Piece item={item} shape={area.shape ?? shape} />}
          </span>
        );
      })}
      <LimitStone limits={props.limits} />
    </span>
  );
}

/** What the staged action would put into an area. */
function ghostOf(props: Props, area: string): Item | "temple" | "amphitheatre" | null {
  const [verb, ...words] = (props.staged.value ?? "").split(" ");
  if (verb === "fountain" && words[0] === area) return { kind: "fountain" };
  if ((verb === "temple" || verb === "amphitheatre") && words[0] === area) return verb;
  if (verb === "permit" && words[3] === area)
    return { kind: "building", seat: props.seat ?? 0, height: Number(words[1]) };
  return null;
}

function Piece({ item, shape }: { item: Item; shape: Shape }) {
  if (item.kind === "fountain") return <TileArt tile="fountain" />;
  return <Building height={item.height} seat={item.seat} shape={shape} />;
}

/** Which roofs and heights are allowed next. */
function LimitStone({ limits }: { limits: Limits }) {
  return (
    <span class={`limit ${limits.full ? "full" : ""}`}>
      {limits.full ? (
        <span class="cross">×</span>
      ) : (
        <>
          <span class="shapes">
            {limits.shapes.map((shape) => (
              <Roof key={shape} shape={shape} />
            ))}
          </span>
          <span class="heights">{limits.heights.join("–")}</span>
        </>
      )}
    </span>
  );
}

/** Floors of everybody there, the first in front. */
function Ranks({ area }: { area: Area }) {
  const { floors, first, second } = standingOf(area);
  const rank = (seat: number): number => (first.includes(seat) ? 0 : second.includes(seat) ? 1 : 2);
  const seats = floors
    .flatMap((count, seat) => (count > 0 ? [seat] : []))
    .sort((a, b) => rank(a) - rank(b) || floors[b]! - floors[a]!);
  return (
    <span class="ranks" aria-hidden="true">
      {seats.map((seat) => (
        <span key={seat} class={`rank-${rank(seat)} seat-${seat}`}>
          <Mark seat={seat} />
          {floors[seat]}
        </span>
      ))}
    </span>
  );
}

/** An area in a sentence or two, for whoever does not see it. */
function areaName(area: Area, limits: Limits, names: string[]): string {
  const standing = standingOf(area);
  const shapes = limits.shapes.map((shape) => word("capitol", shape)).join(" / ");
  const parts = [
    `${word("capitol", area.name)}, ${t(`capitol.quarter.${colourOf(area.name)}`)}`,
    limits.full
      ? t("capitol.area.full")
      : t("capitol.area.limits", { shapes, heights: limits.heights.join("–") }),
    limits.full ? "" : t("capitol.area.free", { n: area.free }),
    area.fountains ? t("capitol.area.fountains", { n: area.fountains }) : "",
    area.large ? word("capitol", area.large) : "",
    ...standing.floors.flatMap((n, seat) =>
      n > 0
        ? [t("capitol.area.floors", { who: names[seat] ?? "", n, points: standing.points[seat]! })]
        : [],
    ),
  ];
  return parts.filter(Boolean).join(". ");
}
