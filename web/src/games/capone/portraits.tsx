// The family's photographs: eight faces in sepia, drawn in an oval of 40 × 48.
import type { ComponentChildren } from "preact";

const EYES = (
  <>
    <path class="ink-line" d="M15.3 18.8q1.7-1 3.2-.2M21.5 18.6q1.5-.8 3.2.2" />
    <circle class="ink" cx="17" cy="21" r="1" />
    <circle class="ink" cx="23" cy="21" r="1" />
    <path class="ink-line" d="M20 21.5l-.9 3.2 1.6.3" />
  </>
);
const GLASSES = (
  <path class="ink-line" d="M17 18.5a2.7 2.7 0 1 0 .1 0M23 18.5a2.7 2.7 0 1 0 .1 0M19.6 20.5h.9M14.3 20.5l-2-.6M25.7 20.5l2-.6" />
);
const SUIT = <path class="suit" d="M3 48c0-9 6-13 13-14.5h8C31 35 37 39 37 48z" />;
const SHIRT = <path class="white" d="M15.5 33.5L20 46l4.5-12.5-1-2h-7z" />;
const TIE = <path class="ink" d="M18.6 35.5h2.8l-.6 2.2 1.2 7.3-2 2-2-2 1.2-7.3z" />;
const BOW = <path class="ink" d="M20 36.5l-4.5-2.2v4.4zM20 36.5l4.5-2.2v4.4z" />;
const LAPELS = <path class="mid" d="M15.5 33.5L20 46l-6-6.5-2 .5 1-5.5zM24.5 33.5L20 46l6-6.5 2 .5-1-5.5z" />;
const HEAD = (
  <>
    <path class="skin shade" d="M16.5 27h7v6.5q-3.5 3-7 0z" />
    <ellipse class="skin" cx="20" cy="21" rx="7.6" ry="9" />
  </>
);

function don() {
  return (
    <>
      {SUIT}
      {SHIRT}
      {LAPELS}
      {HEAD}
      {EYES}
      {BOW}
      <path class="ink" d="M15 26.2q2.5-2 5-.4 2.5-1.6 5 .4-2.5 1.3-5 .3-2.5 1-5-.3z" />
      <path class="suit" d="M11.5 13.5C11.5 6 14 4 17 4.5q3 1.5 6 0c3-.5 5.5 1.5 5.5 9z" />
      <path class="ink" d="M11.6 11h16.8v2.8H11.6z" />
      <ellipse class="suit" cx="20" cy="14.2" rx="13.5" ry="2.5" />
      <path class="mid-line" d="M24 28l6 1.5" />
      <path class="pale-line" d="M31 28.5q2-2 .5-4t1.5-4" />
      <circle class="red" cx="27.5" cy="38.5" r="1.6" />
    </>
  );
}

function mamma() {
  return (
    <>
      <circle class="hair grey" cx="20" cy="7.5" r="4.6" />
      {SUIT}
      {HEAD}
      {EYES}
      <path class="hair grey" d="M11.6 22.5C9.5 11 15 8.5 20 8.5s10.5 2.5 8.4 14q-.4-6.5-4.4-8.5-4 2-8 0-4 2-4.4 8.5z" />
      <path class="ink-line" d="M17.5 27.3q2.5 1.4 5 0" />
      <path class="white" d="M12.5 34q3.5 6.5 7.5 6.5t7.5-6.5l3 2q-3.5 9-10.5 9t-10.5-9z" />
      <circle class="mid" cx="20" cy="40.5" r="2" />
      <circle class="pale" cx="12" cy="25.5" r="1.2" />
      <circle class="pale" cx="28" cy="25.5" r="1.2" />
    </>
  );
}

function rightHand() {
  return (
    <>
      {SUIT}
      {SHIRT}
      {LAPELS}
      {TIE}
      {HEAD}
      {EYES}
      <path class="hair" d="M11.8 21C10 11 15 8.5 20.5 8.5S30 11.5 28.2 21q-1-5-3-6.5-6 .5-9.5-1.5-3 2-3.9 8z" />
      <path class="ink-line" d="M17.5 27.5h5M25.5 18.5l1 6.5M24.8 21l2.2-.6M25 23.3l2.2-.6" />
    </>
  );
}

function collector() {
  return (
    <>
      {SUIT}
      <path class="mid" d="M14.5 33q5.5 3.5 11 0l.8 4q-6.3 3.5-12.6 0z" />
      {HEAD}
      <path class="stubble" d="M12.8 23q0 7 7.2 7t7.2-7q-2 3-7.2 3t-7.2-3z" />
      {EYES}
      <path class="ink-line" d="M17.5 27.3h4.5" />
      <path class="suit" d="M10.5 15.5C10 9 14 6.5 20 6.5s10.5 2 10.5 7.5l-1 1.5q-9-2.5-19 0z" />
      <path class="ink" d="M9.5 16.5q4-2.8 13-2.3l1 1.8q-8-.5-14 .5z" />
      <path class="mid-line" d="M30 40l4-3v9" />
    </>
  );
}

function lawyer() {
  return (
    <>
      {SUIT}
      {SHIRT}
      {LAPELS}
      {TIE}
      {HEAD}
      {EYES}
      {GLASSES}
      <path class="hair" d="M11.8 20.5C10 10.5 15 8 20 8s10 2.5 8.2 12.5q-.6-4.5-3-6.5-3-.5-5.2-3-2.2 2.5-5.2 3-2.4 2-3 6.5z" />
      <path class="ink-line" d="M17.8 27.5q2.2.8 4.4 0" />
    </>
  );
}

function bookkeeper() {
  return (
    <>
      <path class="mid" d="M3 48c0-9 6-13 13-14.5h8C31 35 37 39 37 48z" />
      {SHIRT}
      {BOW}
      {HEAD}
      <path class="hair" d="M12 22q-1.5-3-.3-6l2.3 1zM28 22q1.5-3 .3-6l-2.3 1z" />
      {EYES}
      {GLASSES}
      <path class="visor" d="M10.5 17.5q2-5.5 9.5-5.5t9.5 5.5q-9.5-3.5-19 0z" />
      <path class="ink-line" d="M12 14.5q8-4 16 0M17.8 27.3h4.4" />
      <path class="ink" d="M9 42h6v1.5H8.5zM25 42h6l.5 1.5H25z" />
    </>
  );
}

function secretary() {
  return (
    <>
      <path class="hair" d="M10.5 27C7.5 12 13.5 7 20 7s12.5 5 9.5 20q-2 2.5-4 0h-11q-2 2.5-4 0z" />
      {SUIT}
      {HEAD}
      {EYES}
      <path class="hair" d="M12 22.5Q11 10 20 9q9 1 8 13.5-1.5-5-3.5-8-5.5 3-10 3-1.8 2-2.5 5z" />
      <path class="red" d="M17.8 27q1.1-.9 2.2-.3 1.1-.6 2.2.3-2.2 1.8-4.4 0z" />
      <path class="pearls" d="M14.5 34.5q5.5 6 11 0" />
    </>
  );
}

function novice() {
  return (
    <>
      <path class="white" d="M3 48c0-9 6-13 13-14.5h8C31 35 37 39 37 48z" />
      <path class="suit" d="M10 37l3-2 2 13h-4zM30 37l-3-2-2 13h4z" />
      <circle class="skin shade" cx="12.2" cy="22" r="2.2" />
      <circle class="skin shade" cx="27.8" cy="22" r="2.2" />
      {HEAD}
      {EYES}
      <path class="ink-line" d="M17 26.5q3 2.5 6 0" />
      <path class="hair" d="M12.5 18q1-4 7.5-4t7.5 4l-1.5-.5-2-1-3 1-2-1-3 1.2z" />
      <path class="mid" d="M9.5 14.5C8.5 8 14 5 20 5s11.5 3 10.5 9.5q-4 1.8-10.5 1.5t-10.5-1.5z" />
      <path class="suit" d="M13 15.5q7-2 14 0l1 2q-8-2.2-16 0z" />
      <circle class="suit" cx="20" cy="5.2" r="1.2" />
    </>
  );
}

/** By value; of two members of equal value the second has a face of its own. */
const FACES: Record<number, (() => ComponentChildren)[]> = {
  100: [don],
  60: [mamma],
  50: [rightHand],
  40: [collector, lawyer],
  30: [bookkeeper, secretary],
  20: [novice],
};

export function Portrait({ member, twin = 0 }: { member: number; twin?: number }) {
  const face = FACES[member]?.[twin] ?? FACES[member]?.[0];
  return (
    <svg class="portrait" viewBox="0 0 40 48" aria-hidden="true">
      <rect class="paper" width="40" height="48" />
      <ellipse class="light" cx="20" cy="20" rx="17" ry="19" />
      {face?.()}
    </svg>
  );
}

/** A bodyguard: a small wooden block with a hat. */
export function Block() {
  return (
    <svg class="block" viewBox="0 0 16 16" aria-hidden="true">
      <path class="block-side" d="M2 4l3-3h10v10l-3 3z" />
      <rect class="block-front" x="1" y="4" width="11" height="11" rx="1" />
      <path class="block-hat" d="M3 9.5h7M4.5 9.3V7.5q2-1.2 4 0v1.8" />
    </svg>
  );
}
