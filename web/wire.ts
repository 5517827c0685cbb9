// Made by scripts/types from src/pandemonium/server/wire/: change it there, and run scripts/types again.

export type Language = "de" | "en" | "fr";

export type Emote = "clap" | "devil" | "laugh" | "rage" | "sweat" | "think";

export type Eyes = number | "public";

export type Mover = number | "nature";

/** All that a page needs when it (re)connects. Before the match begins there are no positions. */
export interface Welcome {
  type: "welcome";
  table: Table;
  /** One for each seat of the reader; for somebody who only watches, that of the public. */
  positions: Position[];
  /**
   * The page keeps the moments it has up to this version and goes on with those it is given: the rest was taken
   * back. 0: it has nothing, or nothing of it stands.
   */
  since: number;
  chat: Said[];
  /** The house's clock, in ms since 1970. */
  now: number;
}

/** A table, as the reader may see it. */
export interface Table {
  id: string;
  game: string;
  seats: number;
  options: Record<string, string>;
  chairs: Chair[];
  state: "gathering" | "over" | "playing";
  public: boolean;
  /** A table round one device: all persons' seats belong to the host. */
  oneScreen: boolean;
  /** Whether players may ask for one: alone against bots, or where all have come to learn. */
  hints: boolean;
  /** Whether programs may sit down: the maker said so, before anybody else came. */
  programs: boolean;
  clock: Clock | null;
  /** Whether the reader made this table. */
  host: boolean;
  /** Whether the reader plays here, or did until he gave up. */
  played: boolean;
  watchers: number;
  /** SHA-256 of the seed, published before anybody adds to the luck and before anything is drawn. */
  commitment: string;
  /** No more pledges are taken: now everybody shows what he pledged. */
  sealed: boolean;
  /** When, in ms since 1970. */
  made: number;
  moves: number;
  /** How many entries of its log were taken over from another match: their luck is not of this seed. */
  continued: number;
  /** The table where the company plays again. */
  rematch: string | null;
  /** What happened beside the moves, the oldest first. */
  events: TableEvent[];
  /** It is over, and not by the rules: somebody gave up, it was dismissed, or the house closed it. */
  stopped: "closed" | "dismissed" | "resigned" | null;
  /** How the reader may leave. */
  waysOut: ("dismiss" | "leave" | "resign")[];
  /** In the list of the reader's own tables: whose turn it is, or whom the next round of a race waits for. */
  toAct: number[];
}

/** A seat at a table, as anybody may see it. */
export interface Chair {
  kind: "bot" | "open" | "person";
  name: string;
  /** Of a bot. */
  level: string;
  /** A person whose page is open. */
  here: boolean;
  /** Not a person but a program, which somebody has brought along. */
  program: boolean;
  /** When he was last here, in ms since 1970. */
  awaySince: number | null;
  /** A bot sits in for him until he comes back. */
  covered: boolean;
  yours: boolean;
  /** A bot took it over from the player of this name, for good. */
  gaveUp: boolean;
  /**
   * It is open, and the player of this name is invited to play again: the reader, or another; or he has said
   * no, and whoever comes may have it.
   */
  invited: "another" | "declined" | "nobody" | "you";
  /** Seats of the same side play together; where everybody plays for himself, each has his own. */
  side: number;
  /** SHA-256 of what this player's browser will add to the luck, published before anybody shows his. */
  pledge: string;
}

/** How long a player may think: seconds for each move, or days for each move. */
export interface Clock {
  /** In seconds; from a day on, it is a game by correspondence. */
  perMove: number;
}

/** Something that happened at a table in play and is no move. */
export interface TableEvent {
  what: "back" | "closed" | "covered" | "dismissed" | "left" | "resigned" | "timed-out";
  seat: number | null;
  /** Which version the log had. */
  after: number;
}

/** The match through some eyes: what they have not seen yet, and what can be done when they have seen it. */
export interface Position {
  /** How many entries the log has. */
  version: number;
  eyes: number | "public";
  /** In order; the last is the newest of the match, and has its view. */
  moments: Moment[];
  /** The game's actions that these eyes may take when the last moment has been presented. */
  legal: unknown[];
  /** What they are asked then, as the game's Question. */
  question: unknown | null;
  toAct: number[];
  /** When the time of those who are to act is up, in ms since 1970. */
  deadline: number | null;
  /** Where no clock runs: from when on another player may let a bot sit in for those who are to act. */
  coverAt: number | null;
  canUndo: boolean;
  result: Result | null;
}

/**
 * A move as some eyes may see it, what it did, and how everything stands after it. Live news, coming back and a
 * replay are lists of these.
 */
export interface Moment {
  /** The version of the log that it led to; 0 before anything has happened. */
  seq: number;
  /** None before anything has happened. */
  by: number | "nature" | null;
  /** The game's action. */
  what: unknown | null;
  at: number;
  /** As it stands on paper. */
  text: string;
  /** The game's facts: what it did. */
  facts: unknown[];
  /** It ended a round: its line of the score sheet. */
  score: RoundScore | null;
  /** The game's View. Only moments that may be presented have one: an old one is told in the log and no more. */
  view: unknown | null;
}

/** A round is over: a line of the score sheet, seat by seat. */
export interface RoundScore {
  round: number;
  /** What it brought or cost; None for who took no part in it. */
  points: (number | null)[];
  totals: number[];
}

/** How a match ended, seat by seat. */
export interface Result {
  standings: Standing[];
}

/** How a seat came out of the match. Place 1 wins; seats may share a place. */
export interface Standing {
  points: number;
  place: number;
}

/** A line of the chat. */
export interface Said {
  seq: number;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

/** Something happened in the match: what, and how everything stands now. */
export interface News {
  type: "news";
  positions: Position[];
  /** The page keeps the moments it has up to this version: what came after it was taken back. */
  since: number;
  now: number;
}

/** Somebody sat down, left, came back; or the table began, ended, was set again. */
export interface TableNews {
  type: "table";
  table: Table;
}

export interface Heard {
  type: "chat";
  said: Said;
}

export interface Emoted {
  type: "emote";
  name: string;
  seat: number | null;
  emote: "clap" | "devil" | "laugh" | "rage" | "sweat" | "think";
}

/** What the page asked for under this id is on disk. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** What the page asked for under this id cannot be; a reason in its language. */
export interface Refused {
  type: "refused";
  id: string;
  key: string;
  reason: string;
}

/** In a race: the next round is started when everybody has said that he is ready. */
export interface Held {
  type: "held";
  round: number;
  /** Seats of people who are here, still race, and have not said so. */
  waitsFor: number[];
  /** It is started then all the same, in ms since 1970; None: not without them. */
  startsAt: number | null;
  /** From when on another player may let a bot sit in for them. */
  coverAt: number | null;
  /** The bots hold back in this round: it is the first of somebody who has never raced before. */
  slow: boolean;
  /** Nobody else races any more: the rest is played faster, and at once if the people want it. */
  onlyBots: boolean;
}

/** In a race: everybody is ready, and what everybody waits for comes in so many ms. Nothing tells what it is. */
export interface Steady {
  type: "steady";
  round: number;
  revealIn: number;
}

/** How a round of a race was decided, for everybody to read. */
export interface Receipt {
  type: "receipt";
  round: number;
  /** Of the log, when the round was decided. */
  version: number;
  lines: ReceiptLine[];
  /** For so many ms the house itself stood still: the round does not count and is started again. */
  stumbled: number;
  /** In the order in which they were drawn. */
  lots: Lot[];
}

/** How one attempt was timed. All times are in ms after the reveal was sent to that player. */
export interface ReceiptLine {
  seat: number;
  /** The reaction that his page measured. */
  claimed: number | null;
  /** When the attempt came in, on the house's clock. */
  arrived: number;
  /** What the house measured of his connection, smoothed. */
  roundTrip: number;
  /** By how much the claim was cut to what the connection allows. */
  correction: number;
  uncertainty: number;
  /** The reaction that counts; None if the attempt was refused. */
  counted: number | null;
  verdict: "burnt" | "counted" | "cut" | "gone" | "inhuman" | "late" | "lot" | "void";
  /** Somebody of the house: there was nothing to be measured. */
  bot: boolean;
  /** His reactions lie closer together than a person's do: perhaps a program acts for him. */
  steady: boolean;
}

/** Two or more were equally fast, as far as can be measured, and wanted what only one of them could have. */
export interface Lot {
  /** In ascending order: it was drawn from these. */
  seats: number[];
  winner: number;
}

export type FromHouse = Welcome | News | TableNews | Heard | Emoted | Done | Refused | Held | Steady | Receipt;

/** A move for one of the sender's seats. */
export interface Act {
  type: "act";
  id: string;
  seat: number;
  what: unknown;
}

/**
 * Take one's own last move back, and alone against bots what they did upon it: never past nature's moves, or
 * another person's.
 */
export interface Undo {
  type: "undo";
  id: string;
  seat: number;
}

/** The language in which this page wants its refusals. */
export interface Speak {
  type: "speak";
  id: string;
  language: "de" | "en" | "fr";
}

/**
 * How fast this page presents what happens, beside how fast it usually would: 1 calm, 0 at once. Where one person
 * plays alone, bots wait so much less with their moves.
 */
export interface Pace {
  type: "pace";
  id: string;
  tempo: number;
}

/** The host begins; bots of this level take the seats that are still open. */
export interface Start {
  type: "start";
  id: string;
  fill?: string;
}

/** Also to have one's own seat back from a bot that sits in. */
export interface Sit {
  type: "sit";
  id: string;
  seat: number;
}

/** Give a seat up, while the company gathers. */
export interface Rise {
  type: "rise";
  id: string;
  seat: number;
}

/** Go: while the company gathers, for good; in play, a bot sits in until one is back. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Give up: a bot takes one's seats over, for good. With one seat left, or nobody, the match is over. */
export interface Resign {
  type: "resign";
  id: string;
}

/** The host sends everybody home: while the company gathers, or when nobody else plays. */
export interface Dismiss {
  type: "dismiss";
  id: string;
}

/** Let a bot sit in for somebody who has been away for long enough, or for whose move all have waited so long. */
export interface Cover {
  type: "cover";
  id: string;
  seat: number;
}

/**
 * What this browser will add to the luck, as its SHA-256 in hex: when the house has published the fingerprint of
 * its seed. One for each person, under his first seat.
 */
export interface Pledge {
  type: "pledge";
  id: string;
  seat: number;
  pledge: string;
}

/** What this browser adds to the luck, when everybody's pledges are sealed: 16 bytes in hex. */
export interface Salt {
  type: "salt";
  id: string;
  seat: number;
  salt: string;
}

export interface Say {
  type: "say";
  id: string;
  text: string;
}

export interface ShowEmote {
  type: "emote";
  id: string;
  emote: "clap" | "devil" | "laugh" | "rage" | "sweat" | "think";
}

/** Set the table again for the same company: everybody else is asked. */
export interface Again {
  type: "again";
  id: string;
}

/** Asked to play again: not this time. At the table that is over, or at the new one. */
export interface Decline {
  type: "decline";
  id: string;
}

/** In a race: seen enough of the last round; on with the next, which waits for this. */
export interface Ready {
  type: "ready";
  id: string;
  seat: number;
}

/** In a race in which only bots are left: on to its end, as soon as all people who are here say so. */
export interface Finish {
  type: "finish";
  id: string;
  seat: number;
}

export type FromPage = Act | Undo | Speak | Pace | Start | Sit | Rise | Leave | Resign | Dismiss | Cover | Pledge | Salt | Say | ShowEmote | Again | Decline | Ready | Finish;

/** Who the reader is. */
export interface Guest {
  name: string;
  language: "de" | "en" | "fr" | null;
  program: boolean;
}

/** A path that makes another device the same person; it can be used once, for some minutes. */
export interface PersonalLink {
  path: string;
  expires: number;
}

/** A new program, and its token: nobody can be shown that again. */
export interface BroughtNow {
  program: Brought;
  token: string;
}

/** A program that the reader has brought along. */
export interface Brought {
  id: string;
  name: string;
  /** When, in ms since 1970. */
  made: number;
  /** When it last came, give or take an hour; 0: never. */
  used: number;
}

/** Who a personal link makes of whoever uses it. */
export interface Whose {
  name: string;
  /** That is who the reader is already. */
  yours: boolean;
}

/** Where the house is found. */
export interface Address {
  /** By other devices, phones before all; None: it listens to this machine alone. */
  forOthers: string | null;
}

/** A box on the shelf. */
export interface Box {
  slug: string;
  title: string;
  seats: number[];
  usualSeats: number;
  usualLevel: string;
  /** By language, what it is. */
  line: Record<string, string>;
  /** How long a match takes about; 0: nobody knows. */
  minutes: number;
  /** The ways to play it that have a name; the first is as it comes out of the box. */
  variants: Variant[];
  options: Option[];
  /** Options that are different where one person plays with bots only. */
  alone: Record<string, string>;
  /** Of its bots, weakest first. */
  levels: string[];
  secrets: boolean;
  /** Whoever is first has it: everybody acts at once, and reactions are timed. */
  race: boolean;
  /** For each question, by its tag, the number of the rule to look into. */
  askedIn: Record<string, string>;
  /** Whether it can say which moves are good. */
  hints: boolean;
  /** Whether it can be played on the page. */
  board: boolean;
}

/** A way to play with a name of its own: some options, as on paper. */
export interface Variant {
  name: string;
  options: Record<string, string>;
}

/** Something that can be chosen for a table: from some values, or a number in a range. */
export interface Option {
  name: string;
  /** As on paper; `-` for none. */
  default: string;
  values: string[];
  least: number | null;
  most: number | null;
}

/** A whole match that is over, through some eyes. */
export interface Replay {
  table: Table;
  eyes: number | "public";
  /** The first is from before anything had happened. */
  moments: Moment[];
  /** Where each round begins: the places of its first moves among the moments. */
  rounds: number[];
  /** None if it was stopped. */
  result: Result | null;
  paper: string;
  seed: string;
  salts: [number, string][];
}

/** How good the moves of a seat are, the best first, from what it may know and nothing else. */
export interface Hint {
  /** Of the log for which it holds. */
  version: number;
  /** What is counted: `unit.NAME` in the game's catalogues says it. */
  unit: string;
  moves: Advised[];
}

/** What a move is worth. */
export interface Advised {
  /** The game's action. */
  what: unknown;
  /** As it is typed in a terminal. */
  text: string;
  mean: number;
  /** Its standard error; 0 where it was worked out exactly. */
  error: number;
  /** Why: `why.TAG` in the game's catalogues says it. */
  because: unknown | null;
}

/** Some of the matches that the reader has played. */
export interface Matches {
  /** The last first. */
  matches: Played[];
  /** How to ask for those before them; None if there are none. */
  before: string | null;
}

/** A match of the reader's that is over. */
export interface Played {
  table: Table;
  /** Which were his, to the end or until he gave up. */
  seats: number[];
  /** When, in ms since 1970. */
  ended: number;
  /** None if it was stopped. */
  result: Result | null;
}

/** Why something asked for over HTTP cannot be had. */
export interface Problem {
  key: string;
  reason: string;
}

export interface ChangeGuest {
  name?: string | null;
  language?: "de" | "en" | "fr" | null;
}

/** A table to be set. With no open seat it begins at once. */
export interface NewTable {
  game: string;
  chairs: NewChair[];
  options?: Record<string, string>;
  public?: boolean;
  oneScreen?: boolean;
  /** Everybody may ask for hints. */
  learning?: boolean;
  /** Programs may sit down. Without it they are turned away. */
  programs?: boolean;
  clock?: Clock | null;
  /**
   * The maker's browser will add to the luck: the match waits for that. Without it, and with no open seat, it begins
   * at once, with the house's luck alone.
   */
  salted?: boolean;
  /** Go on from here: the log of a match that is over, cut at some moment; game, seats and options are its own. */
  paper?: string | null;
}

export interface NewChair {
  kind: "bot" | "open" | "you";
  level?: string;
}

export interface NewProgram {
  name: string;
}
