// Capitol's things, drawn: buildings, tiles, cards, emblems. Their names stand beside them.
import type { ComponentChildren } from "preact";
import { deckOf, valueOf, type Card, type Colour, type Deck, type Shape, type Tile } from "./view";

/** Seats' marks as paths around 0 0, so that they do not depend on a font. */
const MARKS = [
  "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z",
  "M0 -3.4L3.4 2.6H-3.4Z",
  "M-2.7 -2.7H2.7V2.7H-2.7Z",
  "M0 -3.7L3.7 0L0 3.7L-3.7 0Z",
] as const;

export const Icon = (icon: { class?: string; box: string; path: string | undefined }) => (
  <svg class={icon.class} viewBox={icon.box} aria-hidden="true">
    <path d={icon.path} />
  </svg>
);

export const Mark = ({ seat }: { seat: number }) => (
  <Icon class={`mark seat-${seat}`} box="-4 -4 8 8" path={MARKS[seat]} />
);

export const Who = ({ seat, names }: { seat: number; names: string[] }) => (
  <span class="who">
    <Mark seat={seat} />
    <span class="name">{names[seat]}</span>
  </span>
);

const ROOFS: Record<Shape, string> = {
  round: "M2 0V-1.5C2 -8 7 -11 13 -11S24 -8 24 -1.5V0Z",
  triangular: "M0.5 0V-1.8L13 -11.5L25.5 -1.8V0Z",
};
const RIBS: Record<Shape, string> = {
  round: "M7 0C7 -6 9 -9 13 -11M19 0C19 -6 17 -9 13 -11",
  triangular: "M3 -1.5H23M13 -11L6 -1.5M13 -11L20 -1.5",
};

const SCAFFOLD = { open: "M3 0L6 -4H26L23 0Z", pole: "M7 -2V-11M22 -2V-11M5 -8H24" };

/** A roof alone, as on a limit's stone or in the stock; without a seat only its outline. */
export function Roof({ shape, seat }: { shape: Shape; seat?: number }) {
  return (
    <svg
      class={seat === undefined ? "roof outline" : `roof seat-${seat}`}
      viewBox="-1 -13 28 14"
      aria-hidden="true"
    >
      <path class="tiles" d={ROOFS[shape]} />
      {seat !== undefined && <path class="ribs" d={RIBS[shape]} />}
    </svg>
  );
}

/** The ground floor has room for the figure; the others share what is left of the cell. */
const GROUND = 10;
const storey = (height: number): number => Math.min(4.8, 12 / Math.max(1, height - 1));

/** The lower edges of the floors, the ground floor's first. */
const storeys = (height: number): number[] =>
  Array.from({ length: height }, (_, i) => (i === 0 ? 0 : -GROUND - (i - 1) * storey(height)));

const WINDOWS = [5.5, 10.5, 15.5];

interface BuildingProps {
  height: number;
  /** null: a work, without a roof. */
  shape: Shape | null;
  seat: number;
}

/** Stone floors one above the other, each with its ledge and windows, and the roof in the seat's
 * colour. */
export function Building({ height, shape, seat }: BuildingProps) {
  const high = storey(height);
  const top = -GROUND - (height - 1) * high;
  return (
    <svg
      class={`building seat-${seat}`}
      viewBox="-1 -34 28 36"
      preserveAspectRatio="xMidYMax"
      aria-hidden="true"
    >
      <ellipse class="shade" cx="13.5" cy="0" rx="13.5" ry="1.8" />
      <path class="stone" d={`M2.5 0V${top}H23.5V0Z`} />
      <path class="side" d={`M20 0V${top}H23.1V0Z`} />
      {storeys(height).map((y, i) => (
        <g key={i}>
          {i > 0 &&
            WINDOWS.map((x) => (
              <path
                key={x}
                class="window"
                d={`M${x} ${y - high * 0.28}v${-high * 0.5}h2.4v${high * 0.5}Z`}
              />
            ))}
          {i > 0 && <path class="ledge" d={`M1.5 ${y - 0.6}h23v1.2h-23Z`} />}
        </g>
      ))}
      <g transform={`translate(0 ${top})`}>
        <path class={shape ? "tiles" : "open"} d={shape ? ROOFS[shape] : SCAFFOLD.open} />
        <path class={shape ? "ribs" : "pole"} d={shape ? RIBS[shape] : SCAFFOLD.pole} />
        <path
          class={shape ? "sign" : "sign loose"}
          d={MARKS[seat]}
          transform={shape ? "translate(13 -4.2) scale(0.95)" : "translate(14.5 -8) scale(1.1)"}
        />
      </g>
      <text class="height" x="12" y="-1.3">
        {height}
      </text>
    </svg>
  );
}

/** A drawing: classes and paths, the lowest first. */
type Drawing = [name: string, path: string][];

const Paths = ({ of }: { of: Drawing }) => (
  <>
    {of.map(([name, path], i) => (
      <path key={i} class={name} d={path} />
    ))}
  </>
);

const TILES: Record<Tile, Drawing> = {
  fountain: [
    ["marble", "M1.5 12a10.5 10.5 0 1 0 21 0a10.5 10.5 0 1 0 -21 0Z"],
    ["water", "M4.2 12a7.8 7.8 0 1 0 15.6 0a7.8 7.8 0 1 0 -15.6 0Z"],
    ["wave", "M6.5 13.5q1.8 -2 3.6 0t3.6 0t3.6 0"],
    ["jet", "M12 12V6M12 6C10 4.5 8.5 6 8.8 8M12 6C14 4.5 15.5 6 15.2 8"],
  ],
  amphitheatre: [
    ["marble", "M2.5 25a21.5 17 0 1 0 43 0a21.5 17 0 1 0 -43 0Z"],
    ["seats", "M7.5 24.5a16.5 12 0 1 0 33 0a16.5 12 0 1 0 -33 0Z"],
    ["seats", "M12 24a12 8.2 0 1 0 24 0a12 8.2 0 1 0 -24 0Z"],
    ["sand", "M16.5 24a7.5 4.8 0 1 0 15 0a7.5 4.8 0 1 0 -15 0Z"],
    [
      "cut",
      "M24 8V19M24 29V41M3 25H16M32 24H45M9 13.5L18 20.5M39 13.5L30 20.5M9 36L18 27.5M39 36L30 27.5",
    ],
  ],
  temple: [
    ["marble", "M4 42V38H44V42Z"],
    ["marble", "M6 38V35H42V38Z"],
    ["deep", "M8 35V19H40V35Z"],
    ["marble", "M9 35V19H13V35ZM17.6 35V19H21.6V35ZM26.4 35V19H30.4V35ZM35 35V19H39V35Z"],
    ["marble", "M5 19V16H43V19Z"],
    ["marble", "M4 16L24 5L44 16Z"],
    ["cut", "M10 14.8L24 7.4L38 14.8Z"],
  ],
};

export function TileArt({ tile }: { tile: Tile }) {
  return (
    <svg
      class={`tile ${tile}`}
      viewBox={tile === "fountain" ? "0 0 24 24" : "0 0 48 48"}
      aria-hidden="true"
    >
      <Paths of={TILES[tile]} />
    </svg>
  );
}

/** The three quarters' emblems: waves, a rose, grapes. Colour is never alone. */
const EMBLEMS: Record<Colour, string> = {
  b: "M1 4.5q1.7 -2.6 3.3 0t3.3 0t3.4 0M1 8.3q1.7 -2.6 3.3 0t3.3 0t3.4 0",
  p: "M6 6m-1.7 0a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0M6 4.2c-2 -3.6 3 -3.6 0 0M7.8 5.5c3.2 -2.6 4.6 2 0 0M7.2 7.6c3.9 1.2 0.4 4.6 0 0M4.8 7.6c-0.4 4.6 -3.9 1.2 0 0M4.2 5.5c-4.6 2 -3.2 -2.6 0 0",
  m: "M2 4a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M5.2 4a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M3.6 6.8a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M6.8 6.8a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M5.2 9.6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M6 2.4Q7 0.6 10 1",
};

export const Emblem = ({ colour }: { colour: Colour }) => (
  <Icon class={`emblem ${colour}`} box="0 0 12 12" path={EMBLEMS[colour]} />
);

const SUBJECTS: Record<Deck, Drawing> = {
  roof: [
    ["clay", "M4 34C4 26 9 23 14 23S24 26 24 34Z"],
    ["clay", "M16 34L27 23L38 34Z"],
    ["line", "M2 34H40"],
  ],
  floor: [
    ["slab", "M7 37V31H35V37Z"],
    ["slab", "M7 31V25H35V31Z"],
    ["slab top", "M7 25L11 21H39L35 25Z"],
    ["slab dark", "M35 37V25L39 21V33Z"],
  ],
  permit: [
    ["scroll", "M8 22H35Q38 22 38 24.5T35 27V36H11Q8 36 8 33.5Z"],
    ["line", "M13 26.5H29M13 30H24"],
  ],
};

function Sheet(sheet: { class: string; children: ComponentChildren }) {
  return (
    <svg class={`card-art ${sheet.class}`} viewBox="0 0 42 56" aria-hidden="true">
      <rect class="paper" x="1" y="1" width="40" height="54" rx="4" />
      {sheet.children}
    </svg>
  );
}

const Subject = ({ deck, y }: { deck: Deck; y: number }) => (
  <g transform={`translate(0 ${y})`}>
    <Paths of={SUBJECTS[deck]} />
  </g>
);

/** A card's face: its value and what it lets one do; a permit also bears its quarter's emblem. */
export function CardArt({ card }: { card: Card }) {
  const deck = deckOf(card);
  return (
    <Sheet class={card.charAt(0)}>
      <rect class="band" x="1" y="42" width="40" height="13" rx="4" />
      <text class="value" x="21" y="18.5">
        {valueOf(card)}
      </text>
      <Subject deck={deck} y={1} />
      {deck === "permit" && (
        <g class="seal" transform="translate(26 27)">
          <circle cx="6" cy="6" r="7.6" />
          <path d={EMBLEMS[card[0] as Colour]} />
        </g>
      )}
    </Sheet>
  );
}

const WREATH =
  "M14 20C8 30 14 38 21 39C28 38 34 30 28 20M12 25l-4 -1M11.5 30l-4.5 1M14 35l-4 3M30 25l4 -1M30.500 30l4.500 1M28 35l4 3";

export const CardBack = ({ deck }: { deck?: Deck }) => (
  <Sheet class={`back ${deck ?? ""}`}>
    <rect class="frame" x="4.5" y="4.5" width="33" height="47" rx="2.5" />
    {deck ? <Subject deck={deck} y={-2} /> : <path class="wreath" d={WREATH} />}
  </Sheet>
);

/** Where a stack would be. */
export const NoCard = ({ deck }: { deck?: Deck }) => (
  <svg class="card-art none" viewBox="0 0 42 56" aria-hidden="true">
    <rect class="frame" x="1.5" y="1.5" width="39" height="53" rx="4" />
    {deck && <Subject deck={deck} y={-2} />}
  </svg>
);

/** The senator who ends a bid. */
export const StopCard = () => (
  <Sheet class="stop">
    <path class="toga" d="M8 40C9 29 15 26 21 26S33 29 34 40Z" />
    <circle class="face" cx="21" cy="17" r="7" />
    <path
      class="leaf"
      d="M13 15C14 8 28 8 29 15M14.500 11.500l-3 -2M18 9l-1.500 -3M24 9l1.500 -3M27.500 11.500l3 -2"
    />
    <path class="fold" d="M15 28L26 40M21 27L31 38" />
    <rect class="banner" x="1" y="40" width="40" height="15" rx="4" />
    <text class="word" x="21" y="51">
      STOP
    </text>
  </Sheet>
);

const LAUREL =
  "M5 3C2 12 6 20 12 21C18 20 22 12 19 3M4.500 8l-3 -2M4.500 12l-3.500 0M6 16l-3 2M19.500 8l3 -2M19.500 12l3.500 0M18 16l3 2";

export const Laurel = () => <Icon class="laurel" box="0 0 24 24" path={LAUREL} />;
