// Rome from above: nine areas, and what lies beside the map.
import { useSignal, type Signal } from "@preact/signals";
import { all, nums, one, words } from "../../engine/lines";
import { isMove, type Line } from "../../engine/types";
import { t, tell, word } from "../../words/words";
import { Art, Building, Mark, Roof } from "./art";
import { Reveal, Sale } from "./auction";
import { considering } from "../choose";
import { areaAs, choose, isChosen, possible, wouldStage, type Props } from "./choose";
import { arrows } from "../../ui/keys";
import { classes, Named } from "../parts";
import { ByArea, Counting, useCount } from "./points";
import { Stacks, Things, Yards } from "./things";
import { colourOf, ON_MAP, pastOf, ranksOf, squaresOf, type Area, type Shape } from "./view";

export function Board(props: Props) {
  const { view, facts, names } = props;
  // what lies over the map: nothing, the points, everyone's things
  const mode = useSignal<"map" | "points" | "things">("map");
  const looked = useSignal(0);
  const past = pastOf(props.story);
  const scene = props.scene ?? null;
  const revealed = scene?.name === "auction" ? pastOf(scene.events).last : null;
  const scored = scene?.name === "scoring" ? pastOf(scene.events).scorings[0] : undefined;

  const left = useCount(scored ? scene : null, looked);
  const counting = scored || mode.value === "points" ? left : null;
  const close = (): void => {
    if (scene) scene.done();
    else mode.value = "map";
  };
  const selling = view.phase === "bid" || view.phase === "place";
  return (
    <div class="world capitol-world capitol-board">
      <div class={counting ? "layout counts" : "layout"}>
        <div class="rome">
          <Art name="terrain" />
          <div class="areas" role="group" aria-label={t("capitol.map")} onKeyDown={arrows}>
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
          {scene && revealed && <Reveal props={props} auction={revealed} scene={scene} />}
          {!revealed && mode.value === "things" && (
            <Things props={props} close={close} class="overlay" />
          )}
        </div>
        <aside class={selling ? "beside selling" : "beside"} aria-label={t("capitol.beside")}>
          {counting ? (
            <Counting
              props={props}
              looked={looked}
              round={scored?.round ?? null}
              left={left}
              close={close}
            />
          ) : (
            <>
              {selling && <Sale props={props} last={past.last} />}
              <Stacks props={props} />
              <Yards props={props} open={() => (mode.value = "things")} />
              <div class="looks">
                <button
                  type="button"
                  class="count-points"
                  aria-label={t("capitol.points.show")}
                  onClick={() => (mode.value = "points")}
                >
                  <Art name="points" />
                  <span>{t("capitol.points")}</span>
                </button>
                <button type="button" class="see-hands" onClick={() => (mode.value = "things")}>
                  <Art name="hands" />
                  <span>{t("capitol.hands")}</span>
                </button>
              </div>
              <ByArea round={null} lines={facts} gains={all(facts, "points")} names={names} />
            </>
          )}
          <Things props={props} class="beside-things" />
        </aside>
      </div>
    </div>
  );
}

/** Where the squares of an area lie: houses need tall cells, the large square takes two, the limits one. */
const PLANS = ["left", "right", "middle"] as const;

interface AreaProps {
  props: Props;
  area: Area;
  at: number;
  /** While points are shown: the areas without them as yet. */
  counting: string[] | null;
  looked: Signal<number>;
}

/** `future`: the area after the staged action. */
type SquaresProps = Pick<AreaProps, "props" | "area" | "at"> & { future?: Area | undefined };

/** An area as it lies on the map, for whoever looks closer. */
export const AreaArt = ({ props, area }: Pick<AreaProps, "props" | "area">) => (
  <span class={`area ${colourOf(props.facts, area.name)}`}>
    <Squares props={props} area={area} at={ON_MAP.indexOf(area.name)} />
    <Ranks ranks={ranksOf(props.facts, area.name)} />
  </span>
);

function AreaButton({ props, area, at, counting, looked }: AreaProps) {
  const { view, names, facts, foreseen } = props;
  const says = areaAs(props, area.name);
  const placing = view.phase === "place" && props.legal.length > 0;
  const choosing = placing || props.picked.value[0] === "permit";
  const can = !counting && choosing && possible(props, ...says);
  const chosen = can && isChosen(props, ...says);
  const shown = can && triedBy(props).endsWith(` ${area.name}`);
  const colour = colourOf(facts, area.name);
  const ranks = ranksOf((shown && foreseen?.facts) || facts, area.name);
  const future = shown ? props.after?.areas.find(({ name }) => name === area.name) : undefined;
  const building = view.phase === "build" && props.legal.length > 0;
  const open = (): void => {
    if (!counting && (choosing || building)) choose(props, ...says);
    else looked.value = at;
  };
  const closed = choosing && !can && !counting;
  const isLooked = counting !== null && looked.value === at;
  return (
    <button
      type="button"
      class={classes(`area ${colour} ${area.name}`, { can, closed, chosen, looked: isLooked })}
      data-at={`area:${area.name}`}
      data-area={area.name}
      data-target={area.name}
      data-explain={`area:${area.name}`}
      data-asks={counting || choosing || building ? undefined : ""}
      aria-pressed={chosen || isLooked}
      onClick={open}
      {...considering(can ? wouldStage(props, ...says) : null)}
    >
      <Named name={areaName(area, facts, names)}>
        <span class="title">
          <Art name={`emblem-${colour}`} />
          <span class="name">{word("capitol", area.name)}</span>
        </span>
        <Squares props={props} area={area} at={at} future={future} />
        <Ranks ranks={ranks} counted={counting?.includes(area.name) === false} />
      </Named>
    </button>
  );
}

/** What is staged, or would be. */
const triedBy = ({ staged, considered }: Props): string => staged.value ?? considered?.value ?? "";

function Squares({ props, area, at, future }: SquaresProps) {
  const history = (props.story ?? []).filter(isMove);
  const items = squaresOf(area, history);
  const more = future ? squaresOf(future, [...history, [props.seat ?? 0, triedBy(props)]]) : items;
  const large = area.large ?? future?.large;
  const shape = area.shape ?? future?.shape ?? "round";
  return (
    <span class={`squares ${PLANS[at % 3]}`}>
      <span class={`large ${large && !area.large ? "ghost" : ""}`} data-at={`large:${area.name}`}>
        <Art name={large ?? "forum"} />
      </span>
      {Array.from({ length: items.length + area.free }, (_, i) => {
        const item = more[i];
        const ghost = item && i >= items.length ? "ghost" : "";
        const called = item?.kind === "building" && `${area.name}:${item.seat}:${item.height}`;
        return (
          <span
            key={i}
            class={`square ${item?.kind ?? "free"} ${ghost}`}
            data-at={`square:${area.name}:${i}`}
            data-made={called || undefined}
          >
            {item?.kind === "fountain" && <Art name="fountain" />}
            {item?.kind === "building" && <Building {...item} shape={shape} />}
            {!item && <Art name={`wild-${(at * 3 + i * 5) % 4}`} />}
          </span>
        );
      })}
      <LimitStone limits={one(props.facts, "limits", { area: area.name })} />
    </span>
  );
}

/** Which roofs and heights are allowed next; a full area has no limits. */
function LimitStone({ limits }: { limits: Line | undefined }) {
  if (!limits) return <span class="limit full">×</span>;
  return (
    <span class="limit">
      <span class="shapes">
        {words(limits, "shapes").map((shape) => (
          <Roof key={shape} shape={shape as Shape} />
        ))}
      </span>
      <span class="heights">{nums(limits, "heights").join("–")}</span>
    </span>
  );
}

/** Floors of everybody there, the first in front, and what they bring. A figure that changes comes when the
 * house is there, so it is another one. */
const Ranks = ({ ranks, counted }: { ranks: Line[]; counted?: boolean }) => (
  <span class={counted ? "ranks tally" : "ranks"}>
    {ranks.map(({ seat, place, n, points }) => (
      <span key={`${seat} ${n}`} class={classes(`seat-${seat}`, { first: place === 1 })}>
        <Mark seat={Number(seat)} />
        {n}
        {counted && <b>{points ? `+${points}` : "0"}</b>}
        {counted && place === 1 && <Art name="laurel" />}
      </span>
    ))}
  </span>
);

/** An area in a sentence or two, for whoever does not see it. */
export function areaName(area: Area, facts: Line[], names: string[]): string {
  const { name, free, fountains, large } = area;
  const limits = one(facts, "limits", { area: name }) ?? one(facts, "full", { area: name });
  const parts = [
    `${word("capitol", name)}, ${t(`capitol.quarter.${colourOf(facts, name)}`)}`,
    limits ? tell("capitol", "fact", limits, names) : "",
    free ? t("capitol.area.free", { n: free }) : "",
    fountains ? t("capitol.area.fountains", { n: fountains }) : "",
    large ? word("capitol", large) : "",
    ...ranksOf(facts, name).map((line) => tell("capitol", "fact", line, names).replace(/\.$/, "")),
  ];
  return parts.filter(Boolean).join(". ");
}
