// Small pictures for buttons that have no room for their words; the words stay beside them.
const STROKES = {
  undo: "M9 5 4 10l5 5M4.5 10H14a6 6 0 0 1 0 12h-3",
  hint: "M9 19h6M10 22h4M9.5 16c0-2-3.5-3.5-3.5-7.5a6 6 0 0 1 12 0c0 4-3.5 5.5-3.5 7.5z",
  again: "M12 4a8.5 8.5 0 1 1-8 6M4 4v6h6M12 8.5v4.5l3 2",
  cancel: "M6 6l12 12M18 6L6 18",
  list: "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01",
  log: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h3",
  talk: "M4 5h16v11h-9l-5 4v-4H4z",
  back: "M15 5 8 12l7 7",
  on: "M9 5l7 7-7 7",
  turn_back: "M12 5 5 12l7 7M19 5l-7 7 7 7",
  turn_on: "M12 5l7 7-7 7M5 5l7 7-7 7",
  first: "M6 5v14M18 5l-7 7 7 7",
  last: "M18 5v14M6 5l7 7-7 7",
  play: "M8 5v14l11-7z",
  pause: "M8.5 5v14M15.5 5v14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  repeat: "M19 12a7 7 0 1 1-2.3-5.2M19 3v5h-5",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  robot: "M6 9h12v10H6zM12 9V5M12 4h.01M9.5 13h.01M14.5 13h.01M10 16h4M3 12v4M21 12v4",
  friends:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6M17.5 14.3c2.3.6 3.5 2.6 3.5 5.7",
  device: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M11 18h2",
  learn: "M12 6c-2-1.6-4.6-2-8-2v14c3.4 0 6 .4 8 2 2-1.6 4.6-2 8-2V4c-3.4 0-6 .4-8 2zM12 6v14",
  settings:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4.5 3-7 8-7s8 2.5 8 7",
  done: "M5 13l4.5 4.5L19 7",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  review: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.3 15.3 21 21M8 10.5h5",
  practice:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M12 12h.01",
  key: "M8 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 13h9v4M17 13v3",
} as const;

export type IconName = keyof typeof STROKES;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  );
}
