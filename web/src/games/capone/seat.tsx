// A family: its figures, its photographs, its way to the million.
import { useSignal } from "@preact/signals";
import { one } from "../../engine/lines";
import { Dialog } from "../../ui/dialog";
import { figure, list, money, t, word } from "../../words/words";
import type { BoardProps, Explained, SeatProps } from "../contract";
import { Close, SeatName, Titled } from "../parts";
import { Art } from "./art";
import { Disc, Guards, memberName, whereabouts, whereInWords } from "./pieces";
import { goalOf, type CaponeView } from "./view";

/** The edge of the family photograph: the steps to the million. */
export function Track(track: { steps: number; then?: number; goal: number }) {
  const { steps, then = steps, goal } = track;
  return (
    <span class="track" role="img" aria-label={t("capone.seat.steps", { n: steps })}>
      {Array.from({ length: goal }, (_, i) => (
        <i
          key={i}
          class={i < Math.min(steps, then) ? "on" : i < then ? "gain" : i < steps ? "loss" : ""}
        />
      ))}
    </span>
  );
}

/** Photographs need a mark for those who are not at home. */
const isOnBoard = (place: string): boolean => !["home", "harbour", "prison"].includes(place);

/** Who is where, in words. */
const placed = (member: number, where: string): string =>
  t("capone.album.member", { ...memberName(member), where: whereInWords(where) });

/** Where each of the eight is, and the cards thrown away this year where that is done face up. */
export function Album({ view, facts, seat }: SeatProps<CaponeView>) {
  const members = whereabouts(view, seat).sort((a, b) => b.member - a.member || a.twin - b.twin);
  const thrown = one(facts, "discards_open")
    ? view.seats[seat]!.discarded.filter((card) => card !== null)
    : [];
  return (
    <>
      <ul class={`album seat-${seat}`}>
        {members.map(({ member, twin, where }) => {
          const [place = ""] = where.split(" ");
          return (
            <li
              key={`${member}.${twin}`}
              class="photo"
              data-where={isOnBoard(place) ? "out" : place}
              data-explain={`member:${seat}:${member}:${twin}`}
              aria-label={placed(member, where)}
            >
              <Disc member={member} twin={twin} />
              {isOnBoard(place) && (
                <span class="place">
                  <Art name={place} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {thrown.length > 0 && (
        <span class="thrown">
          {t("capone.seat.thrown", { cards: list(thrown.map((card) => word("capone", card))) })}
        </span>
      )}
    </>
  );
}

/** Whose photograph it is, and where they are. */
export function explainMember(view: CaponeView, which: number[]): Explained | null {
  const [seat = 0, value = 0, face = 0] = which;
  const found = whereabouts(view, seat).filter(({ member }) => member === value)[face];
  return found ? { title: memberName(value).member, text: placed(value, found.where) } : null;
}

type Seen = Pick<BoardProps<CaponeView>, "view" | "facts" | "names">;

/** All families, to be looked up where the strip of players has no room for their photographs. */
export function Albums({ view, facts, names }: Seen) {
  const open = useSignal(false);
  const title = t("capone.board.families");
  const close = (): void => void (open.value = false);
  return (
    <>
      <button
        type="button"
        class="families"
        aria-label={title}
        title={title}
        onClick={() => (open.value = true)}
      >
        <Art name="face-100-0" />
        <Art name="face-60-0" />
      </button>
      {open.value && (
        <Dialog title={title} close={close} class="question capone-families">
          <section class="world capone-world albums">
            <header>
              <h2>{title}</h2>
              <Close close={close} />
            </header>
            {names.map((_, seat) => (
              <div key={seat} class={`family seat-${seat}`}>
                <p>
                  <SeatName seat={seat} names={names} />
                </p>
                <Album view={view} facts={facts} seat={seat} />
              </div>
            ))}
          </section>
        </Dialog>
      )}
    </>
  );
}

export function Seat({ view, facts, seat }: SeatProps<CaponeView>) {
  const { cash, hand, steps, home } = view.seats[seat]!;
  return (
    <span class="world capone-world capone-seat">
      <span class="of-ten">/{figure(goalOf(facts))}</span>
      <span class="figures" data-at={`home.${seat}`}>
        <span class="cash">{money(cash)}</span>
        {hand.length > 0 && (
          <Titled class="cards" title={t("capone.seat.cards", { n: hand.length })}>
            {figure(hand.length)}
          </Titled>
        )}
        <Titled class={`seat-${seat}`} title={t("capone.seat.guards", { n: home.guards })}>
          <Guards n={home.guards} />
        </Titled>
      </span>
      <span class={`more seat-${seat}`}>
        <Track steps={steps} goal={goalOf(facts)} />
        <Album view={view} facts={facts} seat={seat} />
      </span>
    </span>
  );
}
