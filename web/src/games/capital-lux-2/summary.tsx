// At the end: each player's tower of glass, built up from city, bonus cards and gold.
import { num } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { figure, word } from "../../words/words";
import type { SummaryProps } from "../contract";
import { Step, Table } from "../parts";
import { Art } from "./art";
import { OwnerMark } from "./seat";
import { useSteps } from "../../ui/steps";
import { fact, GAME, nameOf, say } from "./talk";
import { accountOf, cityOf, DISTRICTS, isDistrict, judgedIn } from "./view";
import { owners, points, winners } from "./view";
import type { LuxView, Owner } from "./view";

const PARTS = [...DISTRICTS, "bonus", "gold"] as const;
type Part = (typeof PARTS)[number];
const STEP_MS = 500;

const pointsOf = (facts: Line[], owner: Owner, part: Part): number =>
  isDistrict(part) ? num(cityOf(facts, owner, part), "worth") : num(accountOf(facts, owner), part);

const partName = (part: Part): string =>
  isDistrict(part) ? word(GAME, part) : say(`part.${part}`);

function PartMark({ part }: { part: Part }) {
  if (part === "bonus") return <span aria-hidden="true">★</span>;
  if (part === "gold") return <Art name="coin" size={14} />;
  return <Art name={`emblem-${part}`} size={14} />;
}

export function Summary({ view, facts, names, story }: SummaryProps<LuxView>) {
  const step = useSteps(0, PARTS.length, STEP_MS);
  const all = owners(view);
  const most = Math.max(1, ...all.map((owner) => points(facts, owner)));
  const rating = facts.find(({ id }) => id === "rating");
  const shown = PARTS.slice(0, step.value);
  return (
    <section class="world night summary clx-summary" aria-label={say("summary")}>
      <h2>{say("summary")}</h2>
      {rating && <p class="clx-rating">{fact(rating, names)}</p>}
      <div class="clx-towers" aria-hidden="true">
        {all.map((owner) => (
          <Tower key={owner} facts={facts} owner={owner} shown={shown} most={most} />
        ))}
      </div>
      <Account all={all} facts={facts} names={names} limits={judgedIn(story)} />
      <p class="steps">
        <Step name={say("previous")} off={step.value <= 1} press={() => step.value--} />
        <Step name={say("next")} off={step.value >= PARTS.length} press={() => step.value++} />
      </p>
    </section>
  );
}

function Tower(props: { facts: Line[]; owner: Owner; shown: readonly Part[]; most: number }) {
  const { facts, owner, shown, most } = props;
  const won = [winners(facts)?.["seat"]].flat().includes(owner) && shown.length === PARTS.length;
  const high = (part: Part): number => pointsOf(facts, owner, part);
  const tall = shown.reduce((height, part) => height + high(part), 0);
  return (
    <div class={`clx-tower ${won ? "won" : ""}`}>
      <b>{figure(tall)}</b>
      <div class="clx-storeys">
        {shown.filter(high).map((part) => (
          <i key={part} class={`d-${part}`} style={{ height: `${(100 * high(part)) / most}%` }}>
            <PartMark part={part} />
          </i>
        ))}
      </div>
      <OwnerMark owner={owner} />
    </div>
  );
}

/** The same as figures that add up. */
function Account(props: { all: Owner[]; facts: Line[]; names: string[]; limits: Line[] }) {
  const { all, facts, names, limits } = props;
  const heads = all.map((owner) => [<OwnerMark owner={owner} />, ` ${nameOf(owner, names)}`]);
  const limit = (part: Part) =>
    limits
      .filter(({ id, district }) => id === "limit" && district === part)
      .map((line) => <small>{say("limit.final", { n: num(line, "n") })}</small>);
  const rows = PARTS.map((part) => ({
    head: [<PartMark part={part} />, " ", <span>{partName(part)}</span>, limit(part)],
    cells: all.map((owner) => figure(pointsOf(facts, owner, part))),
  }));
  const total = all.map((owner) => figure(points(facts, owner)));
  return (
    <div class="clx-account" role="region" aria-label={say("part.total")} tabIndex={0}>
      <Table
        heads={[<span class="visually-hidden">{say("part")}</span>, ...heads]}
        rows={rows}
        foot={[{ head: say("part.total"), cells: total }]}
      />
    </div>
  );
}
