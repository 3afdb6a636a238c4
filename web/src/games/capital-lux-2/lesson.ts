// A lesson: one round of a prepared game with the tiles of set A, seen from seat 0. The learner uses
// every power once, goes over a limit and pays for it.
import { lessonOf } from "../lesson";

const options = { first: "0", powers: "A" };

export const lesson = lessonOf(
  { game: "capital-lux-2", players: 2, options, seed: "56" },
  [
    ["capital + city.0"],
    ["packet.y3.0 + packet.g2.0", "keep y3 g2", "1 keep b3 p4"],
    ["packet.b5.0 + packet.p3.0", "keep b5 p3", "1 keep y4 y5"],
    ["hand.p4.0, city.0.pink with capital.pink", "city p4", "1 city y4"],
    ["hand.y3.0, capital.yellow with tile:yellow", "capital y3", "1 city b3"],
    ["hand.g2.0, capital.green with tile:green", "capital g2", "1 city g2"],
    ["hand.b5.0, capital.blue with tile:blue", "capital b5"],
    ["capital.pink with drawn", "agent pink", "1 capital y5"],
    ["hand.p3.0, capital.pink with tile:pink", "capital p3"],
    ["capital.blue with city.0.blue", "cleric blue b3", "1 city y5"],
    ["hand.p4.0, city.0.pink with capital.pink", "city p4", "1 city p4"],
    ["hand.g3.0, city.0.green with capital.green", "city g3"],
    ["choice.pay with city.0.green", "pay"],
    ["city.0.pink + city.0.green + city.0.blue + city.1.blue"],
    ["capital"],
  ],
  { bare: true, free: ["keep", "city", "capital"] },
);
