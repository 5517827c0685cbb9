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
  /** The same dice, as they are told to those who listen. */
  heard: DiceThrown | null;
  thrown_at: number | null;
  /** When the round ends at the latest; both in milliseconds since the match began. */
  bell_at: number | null;
  /** How many imps stand in the middle when a round begins: black, red, white, grey. */
  whole: number[];
  /** How many are left there. */
  imps: number[];
  /** In this round, in the order in which they counted. */
  grabs: (Grabbed | Chosen)[];
  /** 6.4 What lies covered for all eyes but these. */
  chosen: "black" | "grey" | "red" | "white" | null;
  /** Who may still grab. */
  racing: number[];
  /** Nothing can change any more: the bell is about to ring. */
  decided: boolean;
  /** Only when the round is decided. */
  right: "black" | "grey" | "red" | "white" | null;
  gems: number[];
  /** Nobody ever holds more. */
  most_gems: number;
  /** By seat, the round in which he lost his last gem. */
  out: (number | null)[];
  /** The round before: what was right and why, and what it cost or brought each. */
  explained: Explained | null;
  over: boolean;
}

/** 3.5, 6.1, 6.2, 6.4, 6.5 What can be chosen for a table. */
export interface Options {
  "dice-per-colour": 2 | 3;
  "order-first": boolean;
  deadline: number;
  calm: boolean;
  rounds: number | null;
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

/** 3.1 What lies there, for those who listen, and for nobody who looks: never which colour that makes right. */
export interface DiceThrown {
  type: "dice-thrown";
  order: "closest" | "highest-value" | "largest-spread" | "largest-sum" | "most-odd" | "smallest-sum";
  black: number[];
  red: number[];
  white: number[];
  /** Where these are asked for: told as finely as it takes to tell the nearest of two colours apart. */
  distances: Distances | null;
}

export interface Distances {
  black: HowFar;
  red: HowFar;
  white: HowFar;
}

/** How far the dice of a colour lie from the Order die, in edges of a die. */
export interface HowFar {
  near: number;
  /** None where there are but two dice of a colour. */
  middle: number | null;
  far: number;
}

/** Who holds which imp, and how fast he was. */
export interface Grabbed {
  type: "grabbed";
  seat: number;
  colour: "black" | "grey" | "red" | "white";
  ms: number | null;
}

/** 6.4 Who has chosen, and how fast he was. */
export interface Chosen {
  type: "chosen";
  seat: number;
  ms: number | null;
}

/** A finished round: what lay there, which colour that made right and why, what it cost or brought each. */
export interface Explained {
  round: number;
  roller: number;
  throw: Throw;
  /** The same dice, as they are told to those who listen. */
  heard: DiceThrown;
  right: Right;
  /** For black, red and white, the faces that matter for the order; of a spread, the highest and the lowest. */
  counted: [number[], number[], number[]];
  /** Of the black, the red and the white dice, value by value. */
  marks: ("best" | "counted" | "idle")[];
  grabs: Grabbed[];
  /** 6.4 Where it was covered until the bell, who chose what. */
  took: Took[];
  /** In gems, by seat; None for who was out before. */
  changes: (number | null)[];
  /** How many imps stood in the middle when the round began: black, red, white, grey. */
  whole: number[];
  /** And when it ended. */
  left: number[];
  settled: (Gained | Safe | LostGem | Out | ImpsLeave | Won | MostGems | NobodyWon)[];
}

/** 3.1, 3.2 Which colour was right in a finished round, and why. */
export interface Right {
  type: "right";
  round: number;
  order: "closest" | "highest-value" | "largest-spread" | "largest-sum" | "most-odd" | "smallest-sum";
  figures: Figures;
  colour: "black" | "grey" | "red" | "white";
  /** One colour, or those that tie. */
  best: ("black" | "grey" | "red" | "white")[];
}

/** What each colour came to for the order; of distances, as told. */
export interface Figures {
  black: number;
  red: number;
  white: number;
}

/** 6.4 What these had chosen, uncovered by the bell. */
export interface Took {
  type: "took";
  seats: number[];
  colour: "black" | "grey" | "red" | "white";
}

/** 3.4 The grey imp earned a gem. */
export interface Gained {
  type: "gained";
  seats: number[];
}

/** 3.4 The right imp, and nothing lost. */
export interface Safe {
  type: "safe";
  seats: number[];
}

/** 3.4 A wrong imp, or none. */
export interface LostGem {
  type: "lost-gem";
  seats: number[];
}

/** 3.6 The last gem is gone. */
export interface Out {
  type: "out";
  seats: number[];
}

/** 2.2 For so many players there are too many imps. */
export interface ImpsLeave {
  type: "imps-leave";
  players: number;
}

/** 3.6 The last to own a gem. */
export interface Won {
  type: "won";
  seat: number;
}

/** 6.5 The last round is over. */
export interface MostGems {
  type: "most-gems";
  seats: number[];
}

/** 3.6 The last ones fell together. */
export interface NobodyWon {
  type: "nobody-won";
}

/** An imp from the middle, so many milliseconds after the dice were seen (None: nobody measured it). */
export interface Grab {
  type: "grab";
  colour: "black" | "grey" | "red" | "white";
  ms: number | null;
}

/** 6.4 The same at a calm table, covered until the bell: None for all eyes but the chooser's. */
export interface Choose {
  type: "choose";
  colour: "black" | "grey" | "red" | "white" | null;
  ms: number | null;
}

export type Action = Grab | Choose;

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

/** Nature ends the round, and uncovers what was chosen. */
export interface Bell {
  type: "bell";
  took: ("black" | "grey" | "red" | "white" | null)[];
}

/** 5.6 The round does not count, and is thrown again. */
export interface Void {
  type: "void";
}

export type Event = Roller | Order | Throw | Bell | Void;

/** 2.3 Who rolls first. */
export interface RollerDrawn {
  type: "roller-drawn";
  seat: number;
}

/** 3.1 What the Order die says; 6.2 maybe before the others follow. */
export interface OrderShown {
  type: "order-shown";
  order: "closest" | "highest-value" | "largest-spread" | "largest-sum" | "most-odd" | "smallest-sum";
}

/** 5.6 The house stumbled: the round does not count. */
export interface Voided {
  type: "voided";
  round: number;
}

export type Fact = RollerDrawn | OrderShown | Grabbed | Chosen | Took | Right | Gained | Safe | LostGem | Out | ImpsLeave | Won | MostGems | NobodyWon | Voided;

/** 3.3 Grab, as soon as you dare. */
export interface WhichImp {
  type: "grab";
  order: "closest" | "highest-value" | "largest-spread" | "largest-sum" | "most-odd" | "smallest-sum";
}

export type Question = WhichImp;
