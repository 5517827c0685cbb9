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
  starts: Start[];
  keys: BoxKey[];
  /** 1.2 What an ordinary die shows; each side of the die of devils shows a devil. */
  sides: (number | "devil")[];
  /** For the hider's eyes only. */
  hidden: number | null;
  /** The keys of this hiding that are still down. */
  left: number[];
  pressed: number | null;
  jumped: Jumped[];
  /** 3.3 Whom the numbers of this hiding have moved, one after the other. */
  moved: ("blue" | "green" | "orange")[];
  /** What the last die in sight came to; None while there is none. */
  reckoning: NumberJumped | DevilRan | null;
  /** Rule A: to be moved now. Rule B: of this hiding, not yet run, and lost with a devil. */
  points: number;
  /** His cell; None in rule B, which he does not run in. */
  devil: number | null;
  /** 3.4 How many cells he runs for each number of a key; None in rule B. */
  stride: number | null;
  /** Rule A: the last cell of the track to which the next key can bring him. */
  reach: number | null;
  /** The same, if the dice were hidden again; None if that is no farther. */
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

/** 1.3 A coloured starting point. */
export interface Start {
  name: "blue" | "green" | "orange" | "red";
  cell: number;
}

/** 1.1 A key of the box. */
export interface BoxKey {
  number: number;
  /** 3.4 How far the devil runs if he jumps from it; None in rule B. */
  runs: number | null;
}

/** A die that is out of the box: from which key, with which face, worth how much. */
export interface Jumped {
  key: number;
  face: number | "devil";
  points: number;
}

/** 2.2 A number has jumped out, and is worth itself times its key. */
export interface NumberJumped {
  type: "number-jumped";
  key: number;
  face: number | "devil";
  points: number;
  /** The dice that count now: rule A this one, rule B all of this hiding. */
  terms: Jumped[];
  total: number;
  /** 4.3 A devil would take it all. */
  at_risk: boolean;
}

/** 3.4 The devil has run three times the number of the key. */
export interface DevilRan {
  type: "devil-ran";
  key: number;
  stride: number;
  cells: number;
  from_cell: number;
  to_cell: number;
  /** What stands on that cell: the numbers begin again at red. */
  number: number;
}

/**
 * A person on the circuit, or who was. Cells are counted on from red, once round and farther; those of the board
 * begin again at red.
 */
export interface Runner {
  name: "blue" | "green" | "orange" | "red";
  /** Whose person it is; nobody's before the lot. */
  seat: number | null;
  /** At most his home. For one who was caught: where. */
  cell: number;
  /** How far he has run in all. */
  run: number;
  status: "arrived" | "caught" | "track";
  /** How many cells are left to run. */
  to_go: number;
  /** 3.4 On the track, and the next key can bring the devil to him or past him. */
  in_reach: boolean;
  /** Where the points that are there to be moved or run would bring him. */
  target: Target | null;
  /** 3.3, 4.1 The cell from which on he is home: the finish line, or in a race his own start, once round. */
  home: number;
}

/** Where the points that are there would bring somebody. */
export interface Target {
  /** At most his home. */
  cell: number;
  /** How safe he would be there; None for one who is on his way in a race, where nobody hunts him. */
  landing: "home" | "reach" | "safe" | null;
}

/** 3.6 A round that is over: who was the Pursued, how many of his people have arrived, and his points for that. */
export interface Round {
  pursued: number;
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

export type Action = Hide | Press | Advance | Again | Stop;

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

export type Event = FirstDevil | OnRed | FirstHider | Jump;

/** 3.1 The lot has made this seat the first Devil. */
export interface DevilDrawn {
  type: "devil-drawn";
  seat: number;
}

/** 4.1 The lot has said who starts on red, and who on orange. */
export interface StartsDrawn {
  type: "starts-drawn";
  red: number;
  orange: number;
}

/** 4.2 The lot has said who hides first. */
export interface HiderDrawn {
  type: "hider-drawn";
  seat: number;
}

/** 2.1 The dice are hidden, and the lid is shut. Where, nobody is told. */
export interface Hid {
  type: "hid";
  seat: number;
}

/** 2.1 A key is pressed; its die is about to jump. */
export interface Pressed {
  type: "pressed";
  seat: number;
  key: number;
}

/** 4.4 It is not the first number: so much can be run now, or lost. */
export interface AtRisk {
  type: "at-risk";
  points: number;
}

/** A devil has jumped out. */
export interface DevilJumped {
  type: "devil-jumped";
  key: number;
}

/** 3.4 He has reached or overtaken these. */
export interface Caught {
  type: "caught";
  persons: ("blue" | "green" | "orange")[];
}

/** 3.4 All who were on the track still are. */
export interface NobodyCaught {
  type: "nobody-caught";
}

/** 4.3 All the points of this hiding are gone. */
export interface Lost {
  type: "lost";
  seat: number;
  points: number;
}

/** 4.3 A devil came first: there was nothing to be lost, and there is nothing to be run. */
export interface Stayed {
  type: "stayed";
  seat: number;
}

/** 3.3 A person has been moved by the points of a number. */
export interface Moved {
  type: "moved";
  person: "blue" | "green" | "orange";
  points: number;
  from_cell: number;
  /** At most the finish line. */
  to_cell: number;
  landing: "home" | "reach" | "safe";
}

/** 3.5 The Pursued has the dice hidden again. */
export interface HiddenAgain {
  type: "hidden-again";
  seat: number;
}

/** 4.4 The shooter has run all the points of this hiding. */
export interface Ran {
  type: "ran";
  seat: number;
  person: "orange" | "red";
  points: number;
  from_cell: number;
  /** At most his own start, once round. */
  to_cell: number;
  /** So many cells are left until there: whoever only listens has to know. */
  to_go: number;
  /** The sum that he runs: nothing of it is at risk any more. */
  settled: NumberJumped;
}

/** 2.4 Three numbers have told where the die of devils lay. */
export interface WasUnder {
  type: "was-under";
  key: number;
}

/** 3.6 Nobody is left on the track. */
export interface RoundOver {
  type: "round-over";
  round: number;
  arrived: number;
}

/** 3.6 What the Pursued gets for those who have arrived. */
export interface Scored {
  type: "scored";
  seat: number;
  points: number;
}

/** 3.7, 4.3, 4.4 Whoever has pressed hides now. */
export interface RolesChanged {
  type: "roles-changed";
  rule: "a" | "b";
  hider: number;
  shooter: number;
}

/** 4.5 The first one home has won. */
export interface Home {
  type: "home";
  seat: number;
}

/** 3.7 All rounds of the pursuit have been played: the points, by seat. */
export interface MatchOver {
  type: "match-over";
  scores: [number, number];
}

export type Fact = DevilDrawn | StartsDrawn | HiderDrawn | Hid | Pressed | NumberJumped | AtRisk | DevilJumped | DevilRan | Caught | NobodyCaught | Lost | Stayed | Moved | HiddenAgain | Ran | WasUnder | RoundOver | Scored | RolesChanged | Home | MatchOver;

/** 2.1 Under which of these keys does the die of devils go? */
export interface WhereToHide {
  type: "hide";
  keys: number[];
}

/** 2.1 Which of these keys is the first to be pressed? */
export interface WhichKey {
  type: "press";
  keys: number[];
}

/** 3.3 Which of these persons goes so many cells? */
export interface WhoMoves {
  type: "move";
  points: number;
  persons: ("blue" | "green" | "orange")[];
}

/** 3.5 Another of these keys, or all dice hidden again? */
export interface PressOrAgain {
  type: "press-or-again";
  keys: number[];
}

/** 4.4 Another of these keys, or stop and run so many cells? */
export interface PressOrStop {
  type: "press-or-stop";
  keys: number[];
  points: number;
}

export type Question = WhereToHide | WhichKey | WhoMoves | PressOrAgain | PressOrStop;
