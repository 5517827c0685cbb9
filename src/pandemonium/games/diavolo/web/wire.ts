// Made by scripts/types from src/pandemonium/games/diavolo/rules.py and sight.py: change it there, and run scripts/types again.

/**
 * 4.2 What all see alike. The right colour is not in it until the round is decided: reading it off
 * the dice is the game.
 */
export interface View {
  eyes: number | "public";
  options: Options;
  seats: number;
  round: number;
  roller: number | null;
  /** The Order die, alone or with the others. */
  order: "closest" | "highest-value" | "largest-spread" | "largest-sum" | "most-odd" | "smallest-sum" | null;
  /** The dice on the table. */
  throw: Throw | null;
  thrown_at: number | null;
  /** When the round ends at the latest; both in milliseconds since the match began. */
  bell_at: number | null;
  /** Left in the middle: black, red, white, grey. */
  imps: number[];
  /** In this round, in the order in which they counted. */
  grabs: Grabbed[];
  /** Who may still grab. */
  racing: number[];
  /** Nothing can change any more: the bell is about to ring. */
  decided: boolean;
  /** Only when the round is decided. */
  right: "black" | "grey" | "red" | "white" | null;
  gems: number[];
  /** By seat, the round in which he lost his last gem. */
  out: (number | null)[];
  /** The round before: what was right and why, and what it cost or brought each. */
  explained: Explained | null;
  over: boolean;
}

/** 3.5, 6.1, 6.2, 6.4 What can be chosen for a table. */
export interface Options {
  "dice-per-colour": 2 | 3;
  "order-first": boolean;
  deadline: number;
  calm: boolean;
}

/** Nature throws all the dice. Places: the Order die's, then those of black, red and white, value by value. */
export interface Throw {
  type: "throw";
  order: "closest" | "highest-value" | "largest-spread" | "largest-sum" | "most-odd" | "smallest-sum";
  black: number[];
  red: number[];
  white: number[];
  places: Place[] | null;
}

/** 4.1 Where a die's centre lies, in edges of a die from the middle of the table, and how it is turned. */
export interface Place {
  x: number;
  y: number;
  degrees: number;
}

/** Who holds which imp, and how fast he was. */
export interface Grabbed {
  seat: number;
  colour: "black" | "grey" | "red" | "white";
  ms: number | null;
}

/** A finished round: what lay there, which colour that made right, and what it cost or brought each. */
export interface Explained {
  round: number;
  roller: number;
  throw: Throw;
  reading: Reading;
  right: "black" | "grey" | "red" | "white";
  grabs: Grabbed[];
  /** In gems, by seat. */
  changes: number[];
}

/** All that could matter about a throw; each for black, red and white. */
export interface Reading {
  sums: [number, number, number];
  spreads: [number, number, number];
  odds: [number, number, number];
  highest: [number, number, number];
  /** From the Order die; None where nobody said how the dice lie. */
  nearest: [number, number, number] | null;
}

/** Nature draws by lot who rolls first. */
export interface Roller {
  type: "roller";
  seat: number;
}

/** Nature throws the Order die before the others, where that was agreed. */
export interface Order {
  type: "order";
  order: "closest" | "highest-value" | "largest-spread" | "largest-sum" | "most-odd" | "smallest-sum";
}

/** Nature ends the round. */
export interface Bell {
  type: "bell";
}

/** An imp from the middle, so many milliseconds after the dice were seen (None: nobody measured it). */
export interface Grab {
  type: "grab";
  colour: "black" | "grey" | "red" | "white";
  ms: number | null;
}

export type Action = Roller | Order | Throw | Bell | Grab;

/** What can be told of a move. */
export interface Fact {
  type: "fact";
}

/** What a seat can be asked. */
export interface Question {
  type: "question";
}
