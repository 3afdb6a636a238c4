// The resolution, pane by pane: those over the limit crack and go dark, the others glow. A file of its
// own, since it is a scene that only the story knows.
import type { SceneKind } from "../../model/clock";
import type { Line, StoryItem } from "../../engine/types";
import { useInBar } from "../../ui/bar";
import { tell } from "../../words/words";
import { useActing } from "../acting";
import type { Scene } from "../contract";
import { Step } from "../parts";
import { Art } from "./art";
import { changeOf, type Lying } from "./choose";
import { targets } from "./explain";
import { GAME, say } from "./talk";
import { FATES, judgedIn, type District, type Place } from "./view";

/** How long each line is looked at. */
const BEAT_MS = 550;

/** Whoever must pay or choose a card stops it, and what they do goes on with it. */
export const RESOLUTION: SceneKind = {
  from: /^(end|limit|paid|lost|bonus.*|no_bonus)$/,
  to: /^(round|round_solo|won.*|rating)$/,
  view: "moments",
};

/** What lies on the board while a round is resolved. */
export interface Resolved {
  /** What has been told of limits and fates so far. */
  judged: Line[];
  /** What a pane has come to, and whether it is spoken of now. */
  state(place: Place, pane: string, district: District): string;
  /** Cards that have gone. */
  gone: Lying[];
}

function stateIn(told: Line[], place: Place, pane: string, district: District): string {
  const about = told.filter((line) => line["district"] === district);
  const fate = about.find(({ id, ...line }) => FATES.test(id) && line["seat"] === place);
  const prize = about.find(({ id }) => id.startsWith("bonus"));
  const now = told.at(-1);
  const states = [
    fate && `judged ${fate.id}`,
    [prize?.["seat"]].flat().includes(place) && "prized",
    now && targets(now).includes(pane) && "told",
  ];
  return states.filter(Boolean).join(" ");
}

/** Every line is a beat. */
export function useResolution(scene: Scene | null, story: StoryItem[] = []) {
  const events = scene?.events ?? [];
  const ends = events.map((_, i) => i + 1);
  const { beats, go } = useActing(scene, { ends, ms: BEAT_MS, stays: true });
  const told = events.slice(0, beats);
  const resolved: Resolved | null = scene && {
    judged: judgedIn(story.slice(0, Math.max(story.indexOf(events[0]!), 0) + beats)),
    state: (...pane) => stateIn(told, ...pane),
    gone: changeOf(told).goes,
  };
  return { resolved, beats, go };
}

/** Where the lines about a district end. */
const stopsIn = (events: Line[]): number[] =>
  events.flatMap(({ district }, i) => (events[i + 1]?.["district"] === district ? [] : [i + 1]));

type CaptionProps = { scene: Scene; names: string[]; beats: number; go(beats: number): void };

/** What is going on, in a sentence, and a way through it. */
export function Caption({ scene: { events, done }, beats, go, names }: CaptionProps) {
  const now = events[beats - 1] ?? events[0];
  const stops = stopsIn(events);
  const [before, after] = [stops.findLast((at) => at < beats), stops.find((at) => at > beats)];
  const hue = now?.["district"] as District | undefined;
  return useInBar(
    <section class="clx-resolution" data-scene aria-label={say("scene.resolution")}>
      <p class={hue ? `d-${hue}` : ""} tabIndex={0}>
        {hue && <Art name={`emblem-${hue}`} />}
        <span>{now ? tell(GAME, "event", now, names) : ""}</span>
      </p>
      <Step icon="back" name={say("previous")} off={!before} press={() => go(before!)} />
      <Step icon="on" name={say("next")} off={!after} press={() => go(after!)} />
      <button type="button" class="do" onClick={done}>
        {say("go_on")}
      </button>
    </section>,
  );
}
