// Pieces on the board, and where each member of a family is. A file of its own, since board, hand and
// album show the same pieces.
import { SeatMark } from "../../ui/seat";
import { figure, list, money, t, word } from "../../words/words";
import { classes } from "../parts";
import { Art } from "./art";
import { forceWords, spacesOf, type CaponeView, type Force, type Guest, type Held } from "./view";

/** A force in words: "the Don and 2 bodyguards". */
export const inWords = (force: Force): string =>
  list(forceWords(force).map((each) => word("capone", each)));

export const memberName = (member: number): { member: string; money: string } => ({
  member: t(`capone.member.${member}`),
  money: money(member),
});

/** Long words, each in a line of its own, are set smaller where there is little room. */
export function lengthOf(...words: string[]): string {
  const most = Math.max(...words.map((word) => word.length));
  return most > 10 ? "longest" : most > 8 ? "long" : "";
}

export interface Member {
  member: number;
  /** Which face of two members of equal value. */
  twin: number;
  /** "home", "harbour", "prison 3", "barber", "casino 1". */
  where: string;
}

function everyPlace(view: CaponeView, seat: number): [string, number[]][] {
  const { harbour, home } = view.seats[seat]!;
  const own = (where: string, held: Held | Guest | null): [string, number[]] => [
    where,
    held?.seat !== seat ? [] : "member" in held ? [held.member] : held.members,
  ];
  return [
    ["harbour", harbour],
    ...view.prison.map((one, i) => own(`prison ${i + 1}`, one)),
    ...[...Object.entries(view.rest), ...spacesOf(view)].map(([where, who]) => own(where, who)),
    ["home", home.members],
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
  return word("capone", where);
}

/** Which faces the members at a place have. */
export const facesAt = (view: CaponeView, seat: number, place: string): number[] =>
  whereabouts(view, seat)
    .filter(({ where }) => where === place)
    .map(({ twin }) => twin);

/** A member who is somewhere alone. */
export function Visitor(guest: Guest & { view: CaponeView; where: string; ghost?: boolean }) {
  const { view, seat, member, where, ghost } = guest;
  return (
    <span class={classes(`guest seat-${seat}`, { ghost })}>
      <SeatMark seat={seat} />
      <Disc member={member} twin={facesAt(view, seat, where)[0] ?? 0} where={where} />
    </span>
  );
}

/** A move names a member by the place where they stand: "casino:1:50". */
export function Disc({ member, twin = 0, where }: Partial<Member> & { member: number }) {
  return (
    <span class="disc" data-target={where && `${where.replace(" ", ":")}:${member}`}>
      <Art name={`face-${member}-${twin}`} />
      <b>{member}</b>
    </span>
  );
}

export function Guards({ n }: { n: number }) {
  return n === 0 ? null : (
    <span class="guards">
      <Art name="block" />
      <b>{figure(n)}</b>
    </span>
  );
}

/** What stands on a space: whose, the total, the pieces. */
export function Standing(props: {
  held: Held;
  total: number;
  faces: number[];
  place: string;
  ghost: boolean;
}) {
  const { seat, members, guards } = props.held;
  return (
    <span
      class={`standing seat-${seat} of-${members.length} ${props.ghost ? "ghost" : ""}`}
      data-at={`held.${props.place.replace(" ", ".")}`}
    >
      <span class="tally">
        <SeatMark seat={seat} />
        {figure(props.total)}
      </span>
      <span class="pieces">
        {members.map((member, i) => (
          <Disc key={i} member={member} twin={props.faces[i] ?? 0} where={props.place} />
        ))}
        <Guards n={guards} />
      </span>
    </span>
  );
}
