// The lesson: one year of a prepared game, whose seed deals what is to be shown.
import { lessonOf } from "../lesson";

const deal = { game: "capone", players: 3, options: { first: "0" }, seed: "8126" };

export const lesson = lessonOf(deal, [
  ["home"],
  ["card:weapon + card:casino + card:jewel + card:bar"],
  ["hand.garage", "swap garage", "1 swap, 2 swap"],
  ["hand.print, space.print.1", "use print 1"],
  ["send.30, send.more", "force 30 g2", "1 use bank 1, 1 force 50, 2 use casino 1, 2 force 40 g1"],
  ["hand.bank, space.bank.1", "use bank 1"],
  ["send.60", "force 60", "1 use casino 2, 1 force 40, 2 use print 1, 2 force 50"],
  ["harbour + park + space.print.1"],
  [
    "hand.restaurant, space.print.1",
    "use restaurant print 1 50",
    "1 use weapon 1, 1 force 100, 2 use still 1, 2 force 30",
  ],
  [
    "hand.fbi, space.weapon.1",
    "use fbi weapon 1 100",
    "1 use bar 1, 1 force 30, 2 use hit casino 2",
  ],
  ["hand.club, space.club.1", "use club 1"],
  ["send.more", "force g4", "1 discard takeover, 2 use bar 2, 2 force g1"],
  ["rehire + ledger", "rehire 2"],
  ["invest", "invest 1", "1 invest 1, 2 invest 1"],
  ["shops"],
]);
