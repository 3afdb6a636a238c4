// Pieces on the board, and where each member of a family is.
import type { ComponentChildren } from "preact";
import { SHAPES } from "../../ui/seat";
import { figure, list, t, word } from "../../words/words";
import { ILLEGAL, REST } from "./data";
import { forceWords } from "./force";
import { Block, Portrait } from "./portraits";
import type { CaponeView, Force, Illegal } from "./types";

export const placeName = (business: Illegal, space: number): string =>
  t("capone.board.place", { business: word("capone", business), n: space });

/** A force in words: "the Don and 2 bodyguards". */
export const inWords = (force: Force): string =>
  list(forceWords(force).map((each) => word("capone", each)));

export interface Member {
  member: number;
  /** Which face of two members of equal value. */
  twin: number;
  /** "home", "harbour", "prison 3", "barber", "casino 1". */
  where: string;
}

function everyPlace(view: CaponeView, seat: number): [string, number[]][] {
  const own = (one: { seat: number } | null): boolean => one?.seat === seat;
  return [
    ["harbour", view.seats[seat]!.harbour],
    ...view.prison.map((one, i): [string, number[]] => [
      `prison ${i + 1}`,
      own(one) ? [one!.member] : [],
    ]),
    ...REST.map((rest): [string, number[]] => [
      rest,
      own(view.rest[rest]) ? [view.rest[rest]!.member] : [],
    ]),
    ...ILLEGAL.flatMap((business) =>
      view.illegal[business].map((held, i): [string, number[]] => [
        `${business} ${i + 1}`,
        own(held) ? held!.members : [],
      ]),
    ),
    ["home", view.seats[seat]!.home.members],
  ];
}

/** The eight members of a family. Equal ones are interchangeable: faces go to them in this order. */
export function whereabouts(view: CaponeView, seat: number): Member[] {
  const seen = new Map<number, number>();
  return everyPlace(view, seat).flatMap(([where, members]) =>
    members.map((member) => {
      const twin = seen.get(member) ?? 0;
      seen.set(member, twin + 1);
      return { member, twin, where };
    }),
  );
}

export function whereInWords(where: string): string {
  const [place = "", n = ""] = where.split(" ");
  if (place === "prison") return t("capone.where.prison", { n });
  if (place === "home" || place === "harbour") return t(`capone.where.${place}`);
  return n ? placeName(place as Illegal, Number(n)) : word("capone", place);
}

export function Disc({ member, twin = 0 }: { member: number; twin?: number }) {
  return (
    <span class="disc">
      <Portrait member={member} twin={twin} />
      <b>{member}</b>
    </span>
  );
}

export function Guards({ n }: { n: number }) {
  return n === 0 ? null : (
    <span class="guards">
      <Block />
      <b>{figure(n)}</b>
    </span>
  );
}

/** The seat's shape, which says the colour without colour. */
export function Shape({ seat }: { seat: number }) {
  return (
    <span class="shape" aria-hidden="true">
      {SHAPES[seat]}
    </span>
  );
}

/** What stands on a space: whose, the total, the pieces. */
export function Standing(props: {
  seat: number;
  force: Force;
  total: number;
  faces: number[];
  at: string;
}) {
  const { members, guards } = props.force;
  return (
    <span class={`standing seat-${props.seat} of-${members.length}`} data-at={props.at}>
      <span class="tally">
        <Shape seat={props.seat} />
        {figure(props.total)}
      </span>
      <span class="pieces">
        {members.map((member, i) => (
          <Disc key={i} member={member} twin={props.faces[i] ?? 0} />
        ))}
        <Guards n={guards} />
      </span>
    </span>
  );
}

/** Pictures and figures for the eye, a sentence for the ear. */
export function Named({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <span class="visually-hidden">{name}</span>
      <span class="for-the-eye" aria-hidden="true">
        {children}
      </span>
    </>
  );
}
