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
  /** 4.2 By nameable cell, its twin, to which the next player will have to go; none of three players has to. */
  answers: number[];
  /** By kind, how many lie face down. */
  stock: number[];
  /** By devil, clockwise. */
  tails: Tail[];
  sides: Side[];
  material: Material;
  /** 5.2 Of three players, the sector in which no cell may be named now. */
  bound: number | null;
  /** 4.3, 5.2 The free cells that the player who has to name one may not. */
  forbidden: Forbidden[];
  /** When a card has been drawn, by the ways in which it can lie: what it would do to the tails. */
  previews: Growth[][];
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
  /** 6.1 What it scores as it lies: nothing unless it ends in a tail end. */
  points: number;
  /** Open, or finished: in a tail end, or in another devil's body. */
  end: "body" | "open" | "tail";
  /** The letter of that tail end or body; of an open tail, nothing. */
  into: string;
  /** The cell that an open tail would enter next. */
  waits: number | null;
  path: Step[];
}

/** A tail crosses a card: in at one crossing of its cell, out at another. */
export type Step = [cell: number, enters: number, leaves: number];

/** 3.1 A player who plays for himself, or a team. */
export interface Side {
  seats: number[];
  /** 6.1 With the tails that are finished. */
  points: number;
}

/** 1, 2 What is printed on the board and on the cards. */
export interface Material {
  /** By kind, the pairs of crossings that its strands join. */
  kinds: [number, number][][];
  /** By devil. */
  rim: Perch[];
}

/** 1.3 Where a devil sits: the cell, and its crossings that lead to the body and to the tail end. */
export type Perch = [cell: number, body: number, end: number];

/** A free cell that may not be named now, and why. */
export interface Forbidden {
  cell: number;
  why: "opponents-body" | "same-sector";
  /** Whose body it touches; nobody's, if that is not the reason. */
  devil: string;
}

/** A card lengthens a tail. */
export interface Growth {
  /** How long it was. */
  before: number;
  /** As it lies then. */
  tail: Tail;
}

/** A player names the cell for the card that he is going to draw. */
export interface Name {
  type: "name";
  cell: number;
}

/** A player lays the card that was drawn, turned clockwise by so many thirds. */
export interface Lay {
  type: "lay";
  turn: number;
}

export type Action = Name | Lay;

/** Nature draws by lot who begins. */
export interface First {
  type: "first";
  seat: number;
}

/** Nature turns up the next card. */
export interface Draw {
  type: "draw";
  kind: number;
}

export type Event = First | Draw;

/** 3.2 The lot has decided who begins. */
export interface FirstDrawn {
  type: "first-drawn";
  seat: number;
}

/** 4.1 A cell was named for the next card. */
export interface Named {
  type: "named";
  seat: number;
  cell: CellName;
}

/** 1.2 A cell as it is called: number 14 of the upper half. */
export interface CellName {
  cell: number;
  half: "lower" | "upper";
  number: number;
}

/** 4.1 A card was turned up. */
export interface Drawn {
  type: "drawn";
  seat: number;
  kind: number;
}

/** 4.1, 4.2 A card was laid. */
export interface Laid {
  type: "laid";
  seat: number;
  cell: CellName;
  kind: number;
  turn: number;
}

/** 6.3 The card made a tail longer. */
export interface TailGrew {
  type: "tail-grew";
  devil: string;
  before: number;
  length: number;
  /** It can grow on. */
  open: boolean;
}

/** 6.1 A tail has come to a tail end, and scores. */
export interface TailFinished {
  type: "tail-finished";
  devil: string;
  into: string;
  points: number;
}

/** 6.1 A strand leads from one body to another: neither scores. */
export interface Tied {
  type: "tied";
  devil: string;
  other: string;
}

/** 5.3 Somebody had no cell to name. */
export interface Passed {
  type: "passed";
  seat: number;
}

/** 6.1 The last card lies. */
export interface BoardFull {
  type: "board-full";
}

/** 6.2 What a player's or a team's devils have scored in all. */
export interface SideScored {
  type: "side-scored";
  seats: number[];
  points: number;
}

/** 6.2 A player or a team has the highest total. */
export interface Won {
  type: "won";
  seats: number[];
}

/** 6.2 Equal totals share the victory. */
export interface Shared {
  type: "shared";
  seats: number[];
}

export type Fact = FirstDrawn | Named | Drawn | Laid | TailGrew | TailFinished | Tied | Passed | BoardFull | SideScored | Won | Shared;

/** 4.1, 5.1 Name a free cell. */
export interface WhichCell {
  type: "name";
}

/** 5.2 Name a free cell, but not in the sector of the last card. */
export interface WhichOtherSector {
  type: "name-elsewhere";
}

/** 4.1 Lay the card on the cell that was named. */
export interface WhichTurn {
  type: "lay";
  cell: CellName;
  /** 2.1 In how many ways it can be laid. */
  ways: number;
}

/** 4.2 Lay the card on the twin of the last cell. */
export interface WhichTurnOnTwin {
  type: "lay-twin";
  cell: CellName;
  ways: number;
}

export type Question = WhichCell | WhichOtherSector | WhichTurn | WhichTurnOnTwin;
