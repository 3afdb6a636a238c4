// A first round against one neighbour, chosen so that every kind of action comes up once.
import { lessonOf, type Step } from "../lesson";

const deal = { game: "capitol", players: 2, options: { first: "0" }, seed: "8" };

const steps: Step[] = [
  ["area:* + building:*"],
  [
    "card:b1:0, building:1 round, area:campus",
    "permit b1 1 round campus",
    "1 permit b7 2 round campus",
  ],
  ["card:f2:0 with area:campus", "floor f2"],
  ["work:new", "put new"],
  ["work:1", "put 1", "1 permit m3 1 triangular palatine"],
  ["card:r1:0, roof:round with area:campus", "roof r1 2 round", "1 floor f1, 1 put new, 1 put new"],
  ["card:b6:0, building:2 round, area:campus", "permit b6 2 round campus", "1 pass"],
  ["pass with area:campus", "pass"],
  ["card:f5:0 with tile:fountain + stop", "bid f5"],
  ["stop", "stop", "1 bid m2, 1 stop"],
  ["area:campus", "fountain campus"],
  ["stop", "stop", "1 bid m2, 1 stop, 1 fountain palatine, 0 stop, 1 stop"],
  ["area:campus + area:palatine"],
  ["deck:permit with deck:*", "draw permit"],
  [],
];

export const lesson = lessonOf(deal, steps, { free: ["permit"] });
