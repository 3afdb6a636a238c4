// The table: four panes of glass, one a district. From above: the power, the capital with its limit,
// the own city against it, the other cities.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Move } from "../../engine/types";
import { SeatMark, SHAPES } from "../../ui/seat";
import { doing, figure, word } from "../../words/words";
import { pick, unpick } from "../choose";
import type { BoardProps } from "../contract";
import {
  cardName,
  Chip,
  Coin,
  Cracks,
  Crown,
  districtName,
  Emblem,
  GAME,
  Shield,
  Skyline,
  tileName,
} from "./art";
import { changed, changeOf, follow, target, type Change } from "./choose";
import {
  cardsAt,
  cityPoints,
  colour,
  DISTRICTS,
  guarded,
  holdings,
  isRob,
  leaders,
  limitOf,
  owners,
  points,
  REDS,
  reds,
  sum,
  total,
  type Card,
  type District,
  type LuxView,
  type Owner,
  type Place,
} from "./model";
import { OwnerMark, ResolutionPanel, useReport } from "./panel";
import { cards, limitStory, nameOf, say } from "./speak";

type Props = BoardProps<LuxView> & { history?: Move[] };
type Peek = { what: "tile" | Place; district: District };

/** Everything a cell needs to draw itself. */
interface Scene extends Props {
  next: LuxView;
  change: Change | null;
  /** The longest bar of each district. */
  scale: (district: District) => number;
  peek: (what: Peek["what"], district: District) => void;
}

export function Board(props: Props) {
  const { view, seat, staged } = props;
  const peeked = useSignal<Peek | null>(null);
  const report = useReport(view, props.history);
  useLayoutEffect(() => {
    peeked.value = null;
  }, [view]);
  const action = seat !== null && props.legal.includes(staged.value ?? "") ? staged.value : null;
  const next = action === null ? view : changed(view, seat!, action);
  const scene: Scene = {
    ...props,
    next,
    change: action === null ? null : changeOf(view, seat!, action),
    scale: (district) => scaleOf(next, district),
    peek: (what, district) => {
      const same = peeked.value?.what === what && peeked.value.district === district;
      peeked.value = same ? null : { what, district };
    },
  };
  return (
    <div class={`clx-board owners-${owners(view).length}`}>
      <Skyline />
      <div class="clx-panes" aria-hidden="true">
        {DISTRICTS.map((district) => (
          <div key={district} class={`clx-pane d-${district}`} />
        ))}
      </div>
      <Tiles scene={scene} />
      <Row title={capitalTitle(view)} kind="capital" scene={scene} place="capital" />
      {inOrder(view, seat).map((owner) => (
        <CityRow key={owner} owner={owner} scene={scene} />
      ))}
      <Display scene={scene} />
      {peeked.value && (
        <PeekPanel peek={peeked.value} scene={scene} close={() => (peeked.value = null)} />
      )}
      {report.value && (
        <ResolutionPanel
          report={report.value}
          view={view}
          names={props.names}
          close={() => (report.value = null)}
        />
      )}
    </div>
  );
}

/** The own city first, then clockwise. */
function inOrder(view: LuxView, seat: number | null): Owner[] {
  const all = owners(view);
  const first = seat ?? 0;
  return all.map((_, i) => all[(first + i) % all.length]!);
}

function scaleOf(view: LuxView, district: District): number {
  const totals = owners(view).map((owner) => total(view, owner, district));
  return Math.max(10, limitOf(view, district).most, ...totals);
}

// ----------------------------------------------------------------------- rows

function Tiles({ scene }: { scene: Scene }) {
  const { view } = scene;
  return (
    <ul class="clx-cells clx-tiles" aria-label={say("powers")}>
      {DISTRICTS.map((district) => {
        const tile = view.powers[district];
        const works = view.phase === "power" && view.district === district;
        return (
          <li key={district}>
            <button
              type="button"
              class={`clx-tile d-${district} ${works ? "works" : ""}`}
              onClick={() => scene.peek("tile", district)}
            >
              <span class="visually-hidden">
                {say("tile", {
                  district: districtName(district),
                  tile: tileName(tile),
                  text: say(`power.${tile}`),
                })}
              </span>
              <span class="clx-face" aria-hidden="true">
                <Emblem hue={district} size={30} />
                <span class="clx-tile-name">{tileName(tile)}</span>
                <span class="clx-tile-text">{say(`power.${tile}`)}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Row(props: {
  title: ComponentChildren;
  kind: string;
  scene: Scene;
  place: Place;
  after?: ComponentChildren;
}) {
  return (
    <section class={`clx-row ${props.kind}`}>
      <h2>{props.title}</h2>
      <ul class="clx-cells">
        {DISTRICTS.map((district) => (
          <li key={district}>
            <Cell scene={props.scene} place={props.place} district={district} />
          </li>
        ))}
      </ul>
      {props.after}
    </section>
  );
}

const capitalTitle = (view: LuxView): ComponentChildren => (
  <>
    <span class="clx-name">{say("capital")}</span>
    <Piles view={view} />
  </>
);

function CityRow({ owner, scene }: { owner: Owner; scene: Scene }) {
  const { view, seat, names } = scene;
  const rob = isRob(view, owner);
  const own = owner === seat;
  const title = (
    <>
      {rob ? <span class="clx-rob-mark">{SHAPES[5]}</span> : <SeatMark seat={owner} />}
      <span class="clx-name">
        {own ? say("city.own") : say("city.of", { who: nameOf(view, owner, names) })}
      </span>
      {view.emperor === owner && !view.rob && (
        <span class="clx-emperor" title={say("emperor")}>
          <Crown size={14} />
          <span class="visually-hidden">{say("emperor")}</span>
        </span>
      )}
      <span class="clx-sum">{say("points.city", { n: cityPoints(scene.next, owner) })}</span>
    </>
  );
  return (
    <Row
      title={title}
      kind={own ? "own" : "other"}
      scene={scene}
      place={owner}
      after={rob && <RobThings view={view} />}
    />
  );
}

// ---------------------------------------------------------------------- cells

const at = (place: Place, district: District): string =>
  place === "capital" ? `capital.${district}` : `city.${place}.${district}`;

/** The cards of a cell: those that stay, those that would go, those that would come. */
function lying(scene: Scene, place: Place, district: District) {
  const here = (each: { place: Place; district: District }) =>
    each.place === place && each.district === district;
  const goes = scene.change?.goes.filter(here).map(({ card }) => card) ?? [];
  const comes = scene.change?.comes.filter(here).map(({ card }) => card) ?? [];
  const stays = cardsAt(scene.view, place, district);
  const gone = new Set<number>();
  for (const card of goes) {
    let i = stays.length - 1;
    while (i >= 0 && (stays[i] !== card || gone.has(i))) i--;
    gone.add(i);
  }
  return { stays, gone, comes };
}

/** From here on cards are drawn smaller where there is little room. */
const MANY = 4;

function Cards({ scene, place, district }: { scene: Scene; place: Place; district: District }) {
  const { stays, gone, comes } = lying(scene, place, district);
  const count = stays.length + comes.length;
  return (
    <span class={`clx-cards ${count > MANY ? "many" : ""}`}>
      {stays.map((card, i) => (
        <Chip
          key={i}
          card={card}
          at={`${at(place, district)}.${i}`}
          {...(gone.has(i) ? { state: "leaves" as const } : {})}
        />
      ))}
      {comes.map((card, i) => (
        <Chip key={`new${i}`} card={card} state="ghost" />
      ))}
    </span>
  );
}

/** What a cell is chosen as: a target, or already part of what is picked. */
function useTarget(scene: Scene, place: Place, district: District) {
  const { legal, picked, seat } = scene;
  const words = target(legal, picked.value, seat, place, district);
  const action = words && follow(legal, words).join(" ");
  const staged = scene.staged.value;
  const isStaged = action !== null && action === staged;
  const source = place === "capital" && picked.value[1] === district && picked.value.length > 2;
  return { words, action, chosen: isStaged || source };
}

function tap(scene: Scene, place: Place, district: District, words: string[] | null): void {
  const { legal, picked } = scene;
  if (words) {
    pick(scene, ...follow(legal, words));
    return;
  }
  if (place === "capital" && picked.value[1] === district && picked.value.length > 2) {
    unpick(scene);
    return;
  }
  scene.peek(place, district);
}

function Cell({ scene, place, district }: { scene: Scene; place: Place; district: District }) {
  const { words, action, chosen } = useTarget(scene, place, district);
  const label = cellLabel(scene, place, district);
  const whole = action !== null && scene.legal.includes(action);
  const does = !words ? "" : whole ? doing(GAME, action!, scene.names) : say("cell.choose");
  const over = place !== "capital" && isOver(scene.next, place, district);
  const classes = [
    "clx-cell",
    `d-${district}`,
    words ? "can" : "",
    chosen ? "chosen" : "",
    over ? "over" : "",
  ];
  return (
    <button
      type="button"
      class={classes.join(" ")}
      data-at={at(place, district)}
      aria-pressed={words ? chosen : undefined}
      onClick={() => tap(scene, place, district, words)}
    >
      <span class="visually-hidden">{[label, does].filter(Boolean).join(" ")}</span>
      <span class="clx-face" aria-hidden="true">
        {over && <Cracks />}
        {place === "capital" ? (
          <CapitalFace scene={scene} district={district} />
        ) : (
          <CityFace scene={scene} owner={place} district={district} />
        )}
      </span>
    </button>
  );
}

/** After the last bonus no limit holds any more. */
const isOver = (view: LuxView, owner: Owner, district: District): boolean =>
  view.phase !== "over" && total(view, owner, district) > limitOf(view, district).most;

function cellLabel(scene: Scene, place: Place, district: District): string {
  const { view, names } = scene;
  const here = cards(cardsAt(view, place, district)) || say("none");
  const args = { district: districtName(district), cards: here, limit: limitOf(view, district).most };
  if (place === "capital") return say("cell.capital", args);
  const held = total(view, place, district);
  const who = nameOf(view, place, names);
  if (view.phase === "over") return say("cell.city.end", { ...args, who, n: held });
  const id = isOver(view, place, district) ? "cell.city.over" : "cell.city";
  return say(id, { ...args, who, n: held });
}

function CapitalFace({ scene, district }: { scene: Scene; district: District }) {
  const { next, view, change } = scene;
  const limit = limitOf(next, district).most;
  const changes = limit !== limitOf(view, district).most;
  return (
    <>
      <span class={`clx-limit ${changes ? "new" : ""}`}>
        <small>{say("max")}</small>
        <b>{figure(limit)}</b>
      </span>
      <Marks scene={scene} district={district} fresh={change?.marked === district} />
      <Cards scene={scene} place="capital" district={district} />
    </>
  );
}

/** Modifiers, the Infiltrator's tile, gold, the Aristocrat: what lies beside the capital's cards. */
function Marks({ scene, district, fresh }: { scene: Scene; district: District; fresh: boolean }) {
  const { next, names } = scene;
  const tile = next.infiltrator;
  const aristocrats = next.powers.yellow === "aristocrat";
  return (
    <span class={`clx-marks ${fresh ? "new" : ""}`}>
      {tile?.district === district && (
        <span class="clx-mark tile" data-at="infiltrator" title={tileName("infiltrator")}>
          {word(GAME, tile.side)}
        </span>
      )}
      {next.laid.map(
        (laid, i) =>
          laid.district === district && (
            <span
              key={i}
              class={`clx-mark modifier seat-${laid.seat}`}
              data-at={`modifier.${i}`}
              title={say("modifier.of", { who: names[laid.seat] ?? "" })}
            >
              <small>{SHAPES[laid.seat]}</small>
              {laid.modifier === null ? "?" : word(GAME, laid.modifier)}
            </span>
          ),
      )}
      {next.capital_gold[district] > 0 && (
        <span class="clx-mark gold" title={say("gold.on", { n: next.capital_gold[district] })}>
          <Coin size={13} />
          {figure(next.capital_gold[district])}
        </span>
      )}
      {aristocrats && next.aristocrats[district] === null && (
        <span class="clx-mark noble" title={tileName("aristocrat")}>
          <Crown size={13} />
        </span>
      )}
    </span>
  );
}

const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** A total against the limit: the bar, a gold line at the limit, what is over in another pattern. */
function Gauge(props: { held: number; limit: number; scale: number }) {
  const { held, limit, scale } = props;
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

function CityFace(props: { scene: Scene; owner: Owner; district: District }) {
  const { scene, owner, district } = props;
  const { next } = scene;
  const held = total(next, owner, district);
  const limit = limitOf(next, district).most;
  const first = leaders(next, district);
  return (
    <>
      <span class="clx-count">
        <b>{figure(held)}</b>
        {next.phase !== "over" && <small>/{figure(limit)}</small>}
        <span class="clx-signs">
          {next.aristocrats[district] === owner && (
            <span class="noble" title={tileName("aristocrat")}>
              <Crown size={13} />
            </span>
          )}
          {guarded(next, owner, district) && (
            <span title={tileName("sentinel")}>
              <Shield size={13} />
            </span>
          )}
          {first.includes(owner) && (
            <span class="clx-first" title={say(first.length > 1 ? "lead.tied" : "lead.sole")}>
              {first.length > 1 ? "=" : "★"}
            </span>
          )}
          {isOver(next, owner, district) && (
            <span class="clx-excess">+{figure(held - limit)}</span>
          )}
        </span>
      </span>
      {next.phase !== "over" && (
        <Gauge held={held} limit={limit} scale={scene.scale(district)} />
      )}
      <Cards scene={scene} place={owner} district={district} />
    </>
  );
}

// ------------------------------------------------------- what lies around it all

const inPlay = (view: LuxView, tile: string): boolean =>
  Object.values(view.powers).includes(tile);

/** What lies face down or away: sizes of piles, beside the capital's name. */
function Piles({ view }: { view: LuxView }) {
  return (
    <span class="clx-sum clx-piles">
      <span data-at="pile">{say("pile", { n: view.pile.length })}</span>
      <span data-at="discard">{say("discard", { n: view.discard.length })}</span>
      {(inPlay(view, "recruiter") || inPlay(view, "foreigner")) && (
        <span data-at="grey">{say("grey", { n: view.grey.length })}</span>
      )}
      {inPlay(view, "agent") && (
        <span data-at="modifiers">{say("modifiers", { n: view.modifiers.length })}</span>
      )}
    </span>
  );
}

/** The Explorer's open citizens. */
function Display({ scene }: { scene: Scene }) {
  const { view, legal, staged } = scene;
  if (!inPlay(view, "explorer")) return null;
  const explores = legal[0]?.startsWith("explorer ") ?? false;
  const tapped = (card: Card): void => {
    if (explores) pick(scene, "explorer", card);
    else scene.peek("tile", "green");
  };
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
              aria-pressed={explores ? staged.value === `explorer ${card}` : undefined}
              aria-label={explores ? doing(GAME, `explorer ${card}`, []) : cardName(card)}
              onClick={() => tapped(card)}
            >
              <Chip card={card} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** ROB's cards lie open: his two, his reserve, and what was turned up. */
function RobThings({ view }: { view: LuxView }) {
  const rob = view.rob!;
  const last = rob.turned.at(-1);
  return (
    <div class="clx-rob">
      <p aria-label={`${say("rob.hand")}: ${cards(rob.hand)}`}>
        <span>{say("rob.hand")}</span>
        {rob.hand.map((card, i) => (
          <Chip key={i} card={card} at={`rob.hand.${i}`} />
        ))}
      </p>
      <p aria-label={`${say("rob.reserve")}: ${cards(rob.reserve) || say("none")}`}>
        <span>{say("rob.reserve")}</span>
        {rob.reserve.map((card, i) => (
          <Chip key={i} card={card} at={`rob.reserve.${i}`} />
        ))}
      </p>
      <p class="clx-rob-worth">
        <span>
          <Coin size={14} />
          {figure(rob.gold)}
          <span class="visually-hidden">{say("gold.has", { n: rob.gold })}</span>
        </span>
        <span>
          <span aria-hidden="true">★</span>
          {figure(sum(rob.bonus))}
          <span class="visually-hidden">
            {say("bonus.size", { n: rob.bonus.length, worth: sum(rob.bonus) })}
          </span>
        </span>
        <b>{say("points.all", { n: points(view, view.seats.length) })}</b>
      </p>
      <p class="clx-rob-cards">
        <span class="clx-reds" role="img" aria-label={say("rob.reds", { n: reds(rob), of: REDS })}>
          {Array.from({ length: REDS }, (_, i) => (
            <i key={i} class={i < reds(rob) ? "up" : ""} />
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

// -------------------------------------------------------------------- a closer look

function PeekPanel({ peek, scene, close }: { peek: Peek; scene: Scene; close(): void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), [peek]);
  const low = typeof peek.what === "number" && peek.what !== scene.seat;
  return (
    <div
      ref={panel}
      class={`clx-peek d-${peek.district} ${low ? "high" : "low"}`}
      role="dialog"
      aria-label={peekTitle(peek, scene)}
      tabIndex={-1}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <button type="button" class="clx-close" aria-label={say("close")} onClick={close}>
        ×
      </button>
      <h2>{peekTitle(peek, scene)}</h2>
      <PeekText peek={peek} scene={scene} />
    </div>
  );
}

function peekTitle({ what, district }: Peek, { view, names }: Scene): string {
  if (what === "tile") return `${tileName(view.powers[district])} · ${districtName(district)}`;
  const who = what === "capital" ? say("capital") : nameOf(view, what, names);
  return `${who} · ${districtName(district)}`;
}

function PeekText({ peek: { what, district }, scene }: { peek: Peek; scene: Scene }) {
  const { view } = scene;
  if (what === "tile")
    return (
      <>
        <p>{say(`power.${view.powers[district]}`)}</p>
        <p>{say(`power.${view.powers[district]}.more`)}</p>
        <button type="button" onClick={() => scene.explain(`powers-${district}`)}>
          {say("rules")}
        </button>
      </>
    );
  const story = limitStory(view, district);
  if (what === "capital")
    return (
      <>
        <ChipList some={view.capital[district]} />
        <p>{story}</p>
        <p>
          {say("discarded", {
            cards: cards(view.discard.filter((card) => colour(card) === district)) || say("none"),
          })}
        </p>
      </>
    );
  const held = total(view, what, district);
  const room = limitOf(view, district).most - held;
  const { bonus, gold } = holdings(view, what);
  return (
    <>
      <ChipList some={cardsAt(view, what, district)} />
      <p>
        {room < 0 ? say("room.over", { n: -room, held }) : say("room", { n: room, held })} {story}
      </p>
      <Known view={view} owner={what} seat={scene.seat} />
      <p>
        {say("bonus.pile", { cards: cards(bonus) || say("none"), n: sum(bonus) })}{" "}
        {say("gold.has", { n: gold })}
      </p>
    </>
  );
}

/** Cards of another hand of which the viewer is certain. */
function Known({ view, owner, seat }: { view: LuxView; owner: Owner; seat: number | null }) {
  const known = view.seats[owner]?.hand.filter((card) => card !== null) ?? [];
  if (owner === seat || known.length === 0) return null;
  return <p>{say("known", { cards: cards(known) })}</p>;
}

function ChipList({ some }: { some: Card[] }) {
  if (some.length === 0) return <p>{say("no_cards")}</p>;
  return (
    <ul class="clx-cards open" aria-label={some.map(cardName).join(", ")}>
      {some.map((card, i) => (
        <li key={i} aria-label={cardName(card)}>
          <Chip card={card} />
        </li>
      ))}
    </ul>
  );
}

// --------------------------------------------------------------- the strip of players

function SeatFigure(props: { title: string; n: number; children: ComponentChildren }) {
  return (
    <span title={props.title}>
      {props.children}
      {figure(props.n)}
      <span class="visually-hidden">{props.title}</span>
    </span>
  );
}

/** Hand, gold and bonus pile, short. */
function SeatFigures({ hand, gold, bonus }: { hand: unknown[]; gold: number; bonus: Card[] }) {
  const worth = sum(bonus);
  return (
    <>
      <SeatFigure title={say("hand.size", { n: hand.length })} n={hand.length}>
        <i class="clx-back" />
      </SeatFigure>
      <SeatFigure title={say("gold.has", { n: gold })} n={gold}>
        <Coin size={14} />
      </SeatFigure>
      <SeatFigure title={say("bonus.size", { n: bonus.length, worth })} n={worth}>
        <span aria-hidden="true">★</span>
      </SeatFigure>
    </>
  );
}

export function Seat({ view, seat }: { view: LuxView; seat: number }) {
  return (
    <span class="clx-seat" data-at={`seat.${seat}`}>
      {view.emperor === seat && view.seats.length > 1 && (
        <span title={say("emperor")}>
          <Crown size={14} />
          <span class="visually-hidden">{say("emperor")}</span>
        </span>
      )}
      <SeatFigures {...view.seats[seat]!} />
    </span>
  );
}

/** In the solo game ROB is one of the players. */
export function Others({ view }: { view: LuxView }) {
  if (!view.rob) return null;
  const owner = view.seats.length;
  return (
    <li>
      <OwnerMark view={view} owner={owner} />
      <span class="name">{nameOf(view, owner, [])}</span>
      <b class="score">{figure(points(view, owner))}</b>
      <span class="clx-seat">
        <SeatFigures {...view.rob} />
      </span>
    </li>
  );
}
