// Made by scripts/types from src/pandemonium/games/diable_par_la_queue/rules.py and sight.py: change it there, and run scripts/types again.

/** 7 What everybody sees. */
export interface View {
  eyes: number | "public";
  seats: number;
  phase: "draw" | "first" | "lay" | "name" | "over";
  turn: number | null;
  /** Where the next card goes, if that is known. */
  cell: number | null;
  /** 4.2 Whether that is because it is the twin of the last cell. */
  forced: boolean;
  drawn: number | null;
  last: number | null;
  /** By cell; None where it is free. */
  cards: (Card | null)[];
  nameable: number[];
  /** By kind, how many lie face down. */
  stock: number[];
  tails: Tail[];
  /** By seat, with the tails that are finished. */
  points: number[];
  /** 5.2 Of three players, the sector in which no cell may be named now. */
  bound: number | null;
  /** 4.3, 5.2 The free cells that the player who has to name one may not. */
  forbidden: Forbidden[];
  /** When a card has been drawn, by its turns: the tails that it would change, as they would be then. */
  previews: Tail[][];
}

/** A card as it lies on the board. */
export interface Card {
  kind: number;
  turn: number;
}

/** A devil's tail as it lies now. */
export interface Tail {
  devil: string;
  /** Whose devil: the seat's number; of four players, 0 for the team of seats 0 and 2, 1 for the other. */
  side: number;
  /** Cards crossed so far, each as often as it is crossed. */
  length: number;
  /** Open, or finished: in a tail end, or in another devil's body. */
  end: "body" | "open" | "tail";
  /** The letter of that tail end or body; of an open tail, nothing. */
  into: string;
  path: Step[];
}

/** A tail crosses a card: in at one crossing of its cell, out at another. */
export interface Step {
  cell: number;
  enters: number;
  leaves: number;
}

/** A free cell that may not be named now, and why. */
export interface Forbidden {
  cell: number;
  why: "not-free" | "opponents-body" | "same-sector";
  /** Whose body it touches; nobody's, if that is not the reason. */
  devil: string;
}

/** Nature draws by lot who begins. */
export interface First {
  type: "first";
  seat: number;
}

/** A player names the cell for the card that he is going to draw. */
export interface Name {
  type: "name";
  cell: number;
}

/** Nature turns up the next card. */
export interface Draw {
  type: "draw";
  kind: number;
}

/** A player lays the card that was drawn, turned clockwise by so many thirds. */
export interface Lay {
  type: "lay";
  turn: number;
}

export type Action = First | Name | Draw | Lay;

/** What can be told of a move. */
export interface Fact {
  type: "fact";
}

/** What a seat can be asked. */
export interface Question {
  type: "question";
}
