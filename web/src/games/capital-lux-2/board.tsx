// The table: four panes of glass, one a district. From above: the power, the capital with its limit,
// the own city against it, the other cities.
import type { ComponentChildren } from "preact";
import { num, one } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { SHAPES } from "../../ui/seat";
import { doing, figure, word } from "../../words/words";
import { considering, pick, unpick } from "../choose";
import type { BoardProps } from "../contract";
import { classes, Named } from "../parts";
import { Art, Chip, type ChipProps } from "./art";
import { changeOf, follow, target, type Change, type Lying } from "./choose";
import { paneName } from "./explain";
import { Caption, useResolution, type Resolved } from "./resolution";
import { BonusFigure, EmperorMark, GoldFigure, OwnerMark } from "./seat";
import { cardName, districtName, fact, GAME, named, nameOf, say, tileName } from "./talk";
import type { Card, District, LuxView, Owner, Place } from "./view";
import { accountOf, against, cardsAt, cityOf, DISTRICTS, guarded, isOver, judgedIn } from "./view";
import { leaders, limitOf, owners, points } from "./view";

type Props = BoardProps<LuxView>;

/** Everything a cell needs to draw itself. */
interface Scene extends Props {
  /** What is staged is drawn as if it were done: the view, and facts; what nobody can know stays. */
  next: LuxView;
  then: Line[];
  change: Change;
  /** What is going on at a round's end. */
  resolved: Resolved | null;
}

export function Board(props: Props) {
  const { view, seat, staged } = props;
  const { resolved, ...acted } = useResolution(props.scene ?? null, props.story);
  const action = staged.value ?? props.considered?.value ?? "";
  const foreseen = props.legal.includes(action) ? props.foreseen : null;
  // the last limits stay in sight when the game is over
  const judged = resolved?.judged ?? (view.phase === "over" ? judgedIn(props.story) : []);
  const facts = [...judged, ...props.facts];
  const scene: Scene = {
    ...props,
    facts,
    next: (foreseen && props.after) ?? view,
    then: [...(foreseen?.facts ?? []), ...facts],
    change: changeOf(foreseen?.events ?? []),
    resolved,
  };
  return (
    <div class="world night clx-board">
      <div class="clx-panes" aria-hidden="true">
        {DISTRICTS.map((district) => (
          <div key={district} class={`clx-pane d-${district}`} />
        ))}
      </div>
      <div class="clx-top">
        <Art name="skyline" />
        <Tiles scene={scene} />
        {props.scene && <Caption scene={props.scene} {...acted} names={props.names} />}
      </div>
      <Row kind="capital" scene={scene} place="capital">
        <span class="clx-name">{say("capital")}</span>
        <Piles view={view} />
      </Row>
      {inOrder(view, seat).map((owner) => (
        <CityRow key={owner} owner={owner} scene={scene} />
      ))}
      {view.rob && <RobThings view={view} facts={props.facts} />}
      <Display scene={scene} />
    </div>
  );
}

/** The own city first, then clockwise. */
function inOrder(view: LuxView, seat: number | null): Owner[] {
  const all = owners(view);
  const first = seat ?? 0;
  return all.map((_, i) => all[(first + i) % all.length]!);
}

/** No bar is drawn longer than this for less. */
const LEAST_SCALE = 10;

function scaleOf({ view, then }: Scene, district: District): number {
  const totals = owners(view).map((owner) => num(cityOf(then, owner, district), "n"));
  return Math.max(LEAST_SCALE, limitOf(then, district), ...totals);
}

// ----------------------------------------------------------------------- rows

function Tiles({ scene }: { scene: Scene }) {
  const { view } = scene;
  return (
    <ul class="clx-cells clx-tiles" aria-label={say("powers")}>
      {DISTRICTS.map((district) => {
        const tile = view.powers[district];
        const text = say(`power.${tile}`);
        const works = view.phase === "power" && view.district === district;
        return (
          <li key={district}>
            <button
              type="button"
              class={`clx-tile d-${district} ${works ? "works" : ""}`}
              data-target={`tile:${tile}`}
              data-explain={`tile:${district}`}
              data-asks
            >
              <Named
                name={say("tile", { district: districtName(district), tile: tileName(tile), text })}
              >
                <Art name={`emblem-${district}`} size={30} />
                <span class="clx-tile-name">{tileName(tile)}</span>
                <span class="clx-tile-text">{text}</span>
              </Named>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The panes of the capital or of a city, below a title. */
function Row(row: { kind: string; scene: Scene; place: Place; children: ComponentChildren }) {
  const { scene, place } = row;
  return (
    <section class={`clx-row ${row.kind}`} data-at={at(place)}>
      <h2>{row.children}</h2>
      <ul class="clx-cells">
        {DISTRICTS.map((district) => (
          <li key={district}>
            <Cell scene={scene} place={place} district={district} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CityRow({ owner, scene }: { owner: Owner; scene: Scene }) {
  const { view, seat, names, then, replay } = scene;
  const own = owner === seat;
  const danger = inDanger(then, owner);
  return (
    <Row kind={own ? "own" : "other"} scene={scene} place={owner}>
      <OwnerMark owner={owner} />
      <span class="clx-name">{own && !replay ? say("city.own") : nameOf(owner, names)}</span>
      {view.emperor === owner && !view.rob && <EmperorMark />}
      <span class="clx-sum">{say("points.city", { n: num(accountOf(then, owner), "city") })}</span>
      {danger > 0 && (
        <Sign kind="clx-sum clx-danger" title={say("points.danger.why", { n: danger })}>
          <span class="clx-long">{say("points.danger", { n: danger })}</span>
          <span class="clx-short">−{figure(danger)}</span>
        </Sign>
      )}
    </Row>
  );
}

/** What would be lost if the round ended now. */
const inDanger = (facts: Line[], owner: Owner): number =>
  DISTRICTS.filter((district) => against(facts, owner, district)?.id === "over")
    .map((district) => num(cityOf(facts, owner, district), "worth"))
    .reduce((sum, n) => sum + n, 0);

// ---------------------------------------------------------------------- cells

/** The name of a row, or of one of its panes. */
const at = (place: Place, ...district: District[]): string =>
  [place === "capital" ? place : `city.${place}`, ...district].join(".");

/** The cards of a cell: those that lie there, of which some would go, those that would come, and at a
 * round's end those that went. */
function chipsOf({ view, change, resolved }: Scene, place: Place, district: District): ChipProps[] {
  const isHere = (each: Lying): boolean => each.place === place && each.district === district;
  const stays = cardsAt(view, place, district);
  const goes = new Set<number>();
  for (const { card } of change.goes.filter(isHere))
    goes.add(stays.findLastIndex((each, i) => each === card && !goes.has(i)));
  return [
    ...stays.map(
      (card, i): ChipProps => ({
        card,
        at: `${at(place, district)}.${i}`,
        state: goes.has(i) ? "leaves" : undefined,
      }),
    ),
    ...change.comes.filter(isHere).map(({ card }): ChipProps => ({ card, state: "ghost" })),
    ...(resolved?.gone ?? [])
      .filter(isHere)
      .map(({ card }): ChipProps => ({ card, state: "lost" })),
  ];
}

/** Cards are as large as there is room for so many of them: so there are few sizes. */
const ROOMS = [3, 4, 6, 8, 12, 18];

function Cards({ scene, place, district }: { scene: Scene; place: Place; district: District }) {
  const chips = chipsOf(scene, place, district);
  const n = ROOMS.find((room) => room >= chips.length) ?? chips.length;
  const rooms = { "--n": n, "--m": Math.ceil(n / 2), "--k": Math.ceil(n / 3) };
  return (
    <span class={classes("clx-cards", { many: n > 4 })} style={rooms}>
      {chips.map((chip, i) => (
        <Chip key={`${i}${chip.state}`} {...chip} />
      ))}
    </span>
  );
}

/** What is picked so far begins at this pane of the capital. */
const isSource = ({ picked }: Scene, place: Place, district: District): boolean =>
  place === "capital" && picked.value[1] === district && picked.value.length > 2;

function Cell({ scene, place, district }: { scene: Scene; place: Place; district: District }) {
  const words = target(scene, place, district);
  const action = words && follow(scene.legal, words).join(" ");
  const isStaged = action !== null && action === scene.staged.value;
  const source = isSource(scene, place, district);
  const chosen = isStaged || source;
  const whole = action !== null && scene.legal.includes(action);
  const does = !words ? "" : whole ? doing(GAME, action!, scene.names) : say("cell.choose");
  const resolved = scene.resolved?.state(place, paneName(place, district), district) ?? "";
  const line = place === "capital" ? undefined : against(scene.then, place, district);
  const over = isOver(line) || line?.id === "lost";
  return (
    <button
      type="button"
      class={classes(`clx-cell d-${district} ${resolved}`, { can: words, chosen, over })}
      data-at={at(place, district)}
      data-target={paneName(place, district)}
      data-explain={paneName(place, district)}
      data-asks={words || source ? undefined : ""}
      aria-pressed={words ? chosen : undefined}
      onClick={() => (words ? pick(scene, ...follow(scene.legal, words)) : source && unpick(scene))}
      {...considering(whole ? action : null)}
    >
      <Named name={`${cellLabel(scene, place, district)} ${does}`.trim()}>
        {over && <Art name="cracks" />}
        {place === "capital" ? (
          <CapitalFace scene={scene} district={district} />
        ) : (
          <CityFace scene={scene} owner={place} district={district} />
        )}
      </Named>
    </button>
  );
}

function cellLabel(scene: Scene, place: Place, district: District): string {
  const { view, facts, names } = scene;
  const here = named(cardsAt(view, place, district));
  const args = { district: districtName(district), cards: here, limit: limitOf(facts, district) };
  if (place === "capital") return say("cell.capital", args);
  const n = num(cityOf(facts, place, district), "n");
  const line = against(facts, place, district);
  const id = !line ? "cell.city.end" : isOver(line) ? "cell.city.over" : "cell.city";
  return say(id, { ...args, who: nameOf(place, names), n });
}

function CapitalFace({ scene, district }: { scene: Scene; district: District }) {
  const { facts, then, change } = scene;
  const limit = limitOf(then, district);
  return (
    <>
      <span class="clx-line">
        {one(then, "limit", { district }) && (
          <span class={classes("clx-limit", { new: limit !== limitOf(facts, district) })}>
            <small>{say("max")}</small>
            <b>{figure(limit)}</b>
          </span>
        )}
        <Marks scene={scene} district={district} fresh={change.marked.includes(district)} />
      </span>
      <Cards scene={scene} place="capital" district={district} />
    </>
  );
}

/** A small sign on a pane, with what it means. */
function Sign(props: { kind: string; title: string; at?: string; children: ComponentChildren }) {
  return (
    <span class={props.kind} title={props.title} data-at={props.at}>
      {props.children}
    </span>
  );
}

const Noble = ({ kind }: { kind: string }) => (
  <Sign kind={kind} title={tileName("aristocrat")}>
    <Art name="crown" size={13} />
  </Sign>
);

/** Modifiers, the Infiltrator's tile, gold, the Aristocrat: what lies beside the capital's cards. */
function Marks({ scene, district, fresh }: { scene: Scene; district: District; fresh: boolean }) {
  const { next, names } = scene;
  const tile = next.infiltrator?.district === district ? next.infiltrator : null;
  const gold = next.capital_gold[district];
  const free = inPlay(next, "aristocrat") && next.aristocrats[district] === null;
  const laid = next.laid
    .map((each, i) => ({ ...each, i }))
    .filter((each) => each.district === district);
  return (
    <span class={`clx-marks ${fresh ? "new" : ""}`}>
      {tile && (
        <Sign kind="clx-mark tile" at="infiltrator" title={tileName("infiltrator")}>
          {word(GAME, tile.side)}
        </Sign>
      )}
      {laid.map(({ seat, modifier, i }) => (
        <Sign
          key={i}
          kind={`clx-mark modifier seat-${seat}`}
          at={`modifier.${i}`}
          title={say("modifier.of", { who: names[seat] ?? "" })}
        >
          <small>{SHAPES[seat]}</small>
          {modifier === null ? "?" : word(GAME, modifier)}
        </Sign>
      ))}
      {gold > 0 && (
        <Sign kind="clx-mark gold" title={say("gold.on", { n: gold })}>
          <Art name="coin" size={13} />
          {figure(gold)}
        </Sign>
      )}
      {free && <Noble kind="clx-mark noble" />}
    </span>
  );
}

const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** A total against the limit: the bar, a gold line at the limit, what is over in another pattern. */
function Gauge({ held, limit, scale }: { held: number; limit: number; scale: number }) {
  return (
    <span class="clx-gauge">
      <i class="fill" style={{ width: share(Math.min(held, limit), scale) }} />
      {held > limit && (
        <i class="over" style={{ left: share(limit, scale), width: share(held - limit, scale) }} />
      )}
      <i class="limit" style={{ left: share(limit, scale) }} />
    </span>
  );
}

function Signs({ scene, owner, district }: { scene: Scene; owner: Owner; district: District }) {
  const { next, then } = scene;
  const first = leaders(then, district);
  const tied = first.length > 1;
  const line = against(then, owner, district);
  return (
    <span class="clx-signs">
      {next.aristocrats[district] === owner && <Noble kind="noble" />}
      {guarded(next, owner, district) && (
        <Sign kind="guard" title={tileName("sentinel")}>
          <Art name="shield" size={13} />
        </Sign>
      )}
      {first.includes(owner) && (
        <Sign kind="clx-first" title={say(tied ? "lead.tied" : "lead.sole")}>
          {tied ? "=" : "★"}
        </Sign>
      )}
      {isOver(line) && <span class="clx-excess">+{figure(num(line, "n"))}</span>}
    </span>
  );
}

function CityFace(props: { scene: Scene; owner: Owner; district: District }) {
  const { scene, owner, district } = props;
  const line = against(scene.then, owner, district);
  // what was lost lies there until that has been seen
  const held =
    scene.resolved && line ? num(line, "held") : num(cityOf(scene.then, owner, district), "n");
  const limit = num(line, "limit");
  return (
    <>
      <span class="clx-count">
        <b>{figure(held)}</b>
        {line && <small>/{figure(limit)}</small>}
        {line && <Gauge held={held} limit={limit} scale={scaleOf(scene, district)} />}
        <Signs {...props} />
      </span>
      <Cards scene={scene} place={owner} district={district} />
    </>
  );
}

// ------------------------------------------------------- what lies around it all

const inPlay = (view: LuxView, tile: string): boolean => Object.values(view.powers).includes(tile);

/** What lies face down or away: sizes of piles, beside the capital's name. */
function Piles({ view }: { view: LuxView }) {
  const grey = inPlay(view, "recruiter") || inPlay(view, "foreigner");
  const piles = { pile: true, discard: true, grey, modifiers: inPlay(view, "agent") };
  const shown = (Object.keys(piles) as (keyof typeof piles)[]).filter((pile) => piles[pile]);
  return (
    <span class="clx-sum clx-piles">
      {shown.map((pile) => (
        <span key={pile} data-at={pile}>
          {say(pile, { n: view[pile].length })}
        </span>
      ))}
    </span>
  );
}

/** The Explorer's open citizens. */
function Display({ scene }: { scene: Scene }) {
  const { view, legal, staged } = scene;
  if (!inPlay(view, "explorer")) return null;
  const explores = legal[0]?.startsWith("explorer ") ?? false;
  return (
    <div class="clx-display">
      <h2>{say("display")}</h2>
      <ul>
        {view.display.map((card, i) => (
          <li key={i}>
            <button
              type="button"
              class={`clx-open ${explores ? "can" : ""}`}
              data-at={`display.${card}`}
              data-explain={`card:${card}`}
              data-asks={explores ? undefined : ""}
              aria-pressed={explores ? staged.value === `explorer ${card}` : undefined}
              aria-label={explores ? doing(GAME, `explorer ${card}`, []) : cardName(card)}
              onClick={() => explores && pick(scene, "explorer", card)}
            >
              <Chip card={card} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function RobCards({ name, some }: { name: string; some: Card[] }) {
  const title = say(`rob.${name}`);
  return (
    <p aria-label={`${title}: ${named(some)}`}>
      <span>{title}</span>
      {some.map((card, i) => (
        <Chip key={i} card={card} at={`rob.${name}.${i}`} />
      ))}
    </p>
  );
}

/** ROB's cards lie open: his two, his reserve, and what was turned up. */
function RobThings({ view, facts }: { view: LuxView; facts: Line[] }) {
  const rob = view.rob!;
  const reds = one(facts, "reds");
  const account = accountOf(facts, "rob");
  const last = rob.turned.at(-1);
  return (
    <div class="clx-rob">
      <RobCards name="hand" some={rob.hand} />
      <RobCards name="reserve" some={rob.reserve} />
      <p class="clx-rob-worth">
        <GoldFigure gold={rob.gold} worth={num(account, "gold")} />
        <BonusFigure bonus={rob.bonus} worth={num(account, "bonus")} />
        <b>{say("points.all", { n: points(facts, "rob") })}</b>
      </p>
      <p class="clx-rob-cards">
        <span class="clx-reds" role="img" aria-label={fact(reds, [])}>
          {Array.from({ length: num(reds, "most") }, (_, i) => (
            <i key={i} class={i < num(reds, "n") ? "up" : ""} />
          ))}
        </span>
        {last ? (
          <span class={`clx-rob-card ${last.split(" ")[0]}`}>{word(GAME, last)}</span>
        ) : (
          <span>{say("rob.deck", { n: rob.deck.length })}</span>
        )}
      </p>
    </div>
  );
}
