// Made by scripts/types from src/pandemonium/games/diable_sauteur/rules.py and sight.py: change it there, and run scripts/types again.

/** 5 Everything is open but where the die of devils lies, which the hider alone knows (2.4). */
export interface View {
  eyes: number | "public";
  options: Options;
  rule: "a" | "b";
  track: number;
  round: number;
  /** 1 in rule B. */
  rounds: number;
  phase: "choose" | "hide" | "jump" | "lot" | "move" | "over" | "press";
  turn: number | null;
  hider: number | null;
  shooter: number | null;
  red: number | null;
  /** For the hider's eyes only. */
  hidden: number | null;
  /** The keys of this hiding that are still down. */
  left: number[];
  pressed: number | null;
  jumped: Jumped[];
  /** Rule A: to be moved now. Rule B: of this hiding, not yet run, and lost with a devil. */
  points: number;
  /** His cell; None in rule B, which he does not run in. */
  devil: number | null;
  /** 3.4 How many cells he runs for each number of a key; None in rule B. */
  stride: number | null;
  /** Rule A: the cell to which the next key could bring him at most. */
  reach: number | null;
  /** The same, if the dice were hidden again. */
  reach_again: number | null;
  /** Rule A: blue, orange, green. Rule B: by seat. */
  runners: Runner[];
  played: Round[];
  /** Rule A: the points of the rounds played. Rule B: the cells run. */
  scores: [number, number];
  last_hiding: Hiding | null;
  over: boolean;
}

/** What can be chosen for a table: the rule, 1.3 the track, 1.2 the dice, 3.7 the rounds (rule A only). */
export interface Options {
  rule: "a" | "b";
  track: number;
  dice: "mixed" | "plain";
  rounds: 2 | 4 | 6;
}

/** A die that is out of the box: from which key, with which face, worth how much. */
export interface Jumped {
  key: number;
  face: number | "devil";
  points: number;
}

/** A person on the circuit, or who was. Cells are counted on from red, past the finish line if need be. */
export interface Runner {
  name: "blue" | "green" | "orange" | "red";
  /** Whose person it is; nobody's before the lot. */
  seat: number | null;
  /** For one who was caught: where. */
  cell: number;
  run: number;
  status: "arrived" | "caught" | "track";
  /** Where the points that are there to be moved would bring him. */
  lands: number | null;
  /** 3.3, 4.1 The cell from which on he is home: the finish line, or in a race his own start, once round. */
  home: number;
}

/** 3.6 A round that is over: who was the Devil, how many got away from him, and the points for that. */
export interface Round {
  devil: number;
  arrived: number;
  points: number;
}

/** A hiding that is over, as far as the whole table knows it. */
export interface Hiding {
  hider: number;
  jumped: Jumped[];
  /** 2.4 Where the die of devils lay, if what jumped has told. */
  devil: number | null;
  caught: ("blue" | "green" | "orange")[];
}

/** Rule A: nature draws by lot who is the Devil in the first round. */
export interface FirstDevil {
  type: "devil";
  seat: number;
}

/** Rule B: nature draws by lot who starts on red; the other starts on orange. */
export interface OnRed {
  type: "red";
  seat: number;
}

/** Rule B: nature draws by lot who hides first. */
export interface FirstHider {
  type: "hider";
  seat: number;
}

/** Nature lets the die under the pressed key show a face. */
export interface Jump {
  type: "jump";
  face: number | "devil";
}

/** The hider puts the die of devils under this key. Covered (None) for all but himself. */
export interface Hide {
  type: "hide";
  key: number | null;
}

/** The shooter makes a die jump. */
export interface Press {
  type: "press";
  key: number;
}

/** Rule A: the Pursued moves a person by the points that have just jumped. */
export interface Advance {
  type: "move";
  person: "blue" | "green" | "orange";
}

/** Rule A: the Pursued has all four dice hidden again. */
export interface Again {
  type: "again";
}

/** Rule B: the shooter takes the points of this hiding, and runs. */
export interface Stop {
  type: "stop";
}

export type Action = FirstDevil | OnRed | FirstHider | Jump | Hide | Press | Advance | Again | Stop;

/** What can be told of a move. */
export interface Fact {
  type: "fact";
}

/** What a seat can be asked. */
export interface Question {
  type: "question";
}
