// At the end: each player's tower of glass, built up from city, bonus cards and gold.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Result } from "../../engine/types";
import { still } from "../../ui/motion";
import { figure, word } from "../../words/words";
import { Coin, Emblem, GAME } from "./art";
import {
  DISTRICTS,
  GOLD_WORTH,
  holdings,
  owners,
  points,
  sum,
  worth,
  type LuxView,
  type Owner,
} from "./model";
import { OwnerMark } from "./panel";
import { nameOf, say, winners } from "./speak";

const PARTS = [...DISTRICTS, "bonus", "gold"] as const;
type Part = (typeof PARTS)[number];
const STEP_MS = 500;

function pointsOf(view: LuxView, owner: Owner, part: Part): number {
  const { bonus, gold } = holdings(view, owner);
  if (part === "bonus") return sum(bonus);
  if (part === "gold") return GOLD_WORTH * gold;
  return worth(view, owner, part);
}

const partName = (part: Part): string =>
  part === "bonus" ? say("part.bonus") : part === "gold" ? say("part.gold") : word(GAME, part);

function PartMark({ part }: { part: Part }) {
  if (part === "bonus") return <span aria-hidden="true">★</span>;
  if (part === "gold") return <Coin size={14} />;
  return <Emblem hue={part} size={14} />;
}

export function Summary({ view, names, result }: { view: LuxView; names: string[]; result: Result }) {
  const step = useSignal(still() ? PARTS.length : 0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (step.value < PARTS.length) step.value++;
      else clearInterval(timer);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, []);
  const all = owners(view);
  const most = Math.max(1, ...all.map((owner) => points(view, owner)));
  const shown = PARTS.slice(0, step.value);
  return (
    <section class="clx-summary" aria-label={say("summary")}>
      <h2>{say("summary")}</h2>
      {result.rating && (
        <p class="clx-rating">
          {say(`rating.${result.rating}`)}{" "}
          {say("rating.difference", { a: result.scores[0] ?? 0, b: result.rob ?? 0 })}
        </p>
      )}
      <div class="clx-towers" aria-hidden="true">
        {all.map((owner) => (
          <Tower key={owner} view={view} owner={owner} shown={shown} most={most} />
        ))}
      </div>
      <Account view={view} names={names} />
      <p class="clx-steps">
        <button
          type="button"
          disabled={step.value <= 1}
          onClick={() => (step.value = Math.max(1, step.value - 1))}
        >
          {say("previous")}
        </button>
        <button
          type="button"
          disabled={step.value >= PARTS.length}
          onClick={() => (step.value = Math.min(PARTS.length, step.value + 1))}
        >
          {say("next")}
        </button>
      </p>
    </section>
  );
}

function Tower(props: { view: LuxView; owner: Owner; shown: readonly Part[]; most: number }) {
  const { view, owner, shown, most } = props;
  const won = winners(view).includes(owner) && shown.length === PARTS.length;
  const tall = shown.reduce((height, part) => height + pointsOf(view, owner, part), 0);
  return (
    <div class={`clx-tower ${won ? "won" : ""}`}>
      <b>{figure(tall)}</b>
      <div class="clx-storeys">
        {shown.map((part) => {
          const height = pointsOf(view, owner, part);
          return (
            height > 0 && (
              <i
                key={part}
                class={`d-${part}`}
                style={{ height: `${(100 * height) / most}%` }}
              >
                <PartMark part={part} />
              </i>
            )
          );
        })}
      </div>
      <OwnerMark view={view} owner={owner} />
    </div>
  );
}

/** The same as figures that add up. */
function Account({ view, names }: { view: LuxView; names: string[] }) {
  const all = owners(view);
  return (
    <div class="clx-account" role="region" aria-label={say("part.total")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{say("part")}</span>
            </th>
            {all.map((owner) => (
              <th scope="col" key={owner}>
                <OwnerMark view={view} owner={owner} /> {nameOf(view, owner, names)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PARTS.map((part) => (
            <tr key={part}>
              <th scope="row">
                <PartMark part={part} /> <span>{partName(part)}</span>
              </th>
              {all.map((owner) => (
                <td key={owner}>{figure(pointsOf(view, owner, part))}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say("part.total")}</th>
            {all.map((owner) => (
              <td key={owner}>
                <b>{figure(points(view, owner))}</b>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
