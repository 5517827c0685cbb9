// Made by scripts/types from src/pandemonium/games/little_devils/rules.py and sight.py: change it there, and run scripts/types again.

/**
 * 5.1 What a player sees: his hand, the trick, the last trick, the totals, and who holds how many cards.
 * 5.2 What was played in this round is public, and here for bots and the memory aid.
 */
export interface View {
  eyes: number | "public";
  options: Options;
  seats: number;
  /** 1.2 On each card of the deck in use, by its number: the first is for a card 0, which there is not. */
  devils: number[];
  round: number;
  dealer: number | null;
  turn: number | null;
  /** Empty for the public. */
  hand: number[];
  /** In one's own turn, if it is not every card of the hand that may be played. */
  barred: Barred | null;
  held: number[];
  trick: LaidTrick;
  last: LaidTrick | null;
  tricks: Trick[];
  /** The devils that each has taken in this round. */
  taken: number[];
  totals: number[];
  over: boolean;
  /** 4.3 Nobody before it is over. */
  winners: number[];
}

/** 4.4 What can be chosen for a table. */
export interface Options {
  limit: number;
  rounds: number | null;
  "memory-aid": boolean;
}

/** 3.2, 3.4 The cards of a hand that may not be played now, and the refusal that each of them would meet. */
export interface Barred {
  cards: number[];
  why: "must-follow-down" | "must-follow-up" | "no-five-led";
  lead: number | null;
}

/** A trick as it lies open on the table, or lay there when it was taken. */
export interface LaidTrick {
  /** In the order in which they were played. */
  cards: Laid[];
  /** 3.3 None until the second card has called it. */
  way: "down" | "up" | null;
  devils: number;
  /** 3.5 Who takes it as it stands; nobody before the call. */
  taker: number | null;
  /** 3.5 Somebody failed, and turned it round. */
  turned: boolean;
}

/** A card of a trick: who laid it, and what it did there (3.1 to 3.4). */
export interface Laid {
  seat: number;
  card: number;
  did: "called" | "failed" | "followed" | "led";
}

/** A trick that somebody has taken; the cards in the order in which they were played. */
export interface Trick {
  leader: number;
  cards: number[];
  taker: number;
  devils: number;
}

/** A card from the hand, face up. */
export interface Play {
  type: "play";
  card: number;
}

export type Action = Play;

/** Nature draws the first dealer by lot. */
export interface Dealer {
  type: "dealer";
  seat: number;
}

/** Nature deals a hand. The cards are covered (None) for all but its holder. */
export interface Deal {
  type: "deal";
  seat: number;
  cards: number[] | null;
}

export type Event = Dealer | Deal;

/** 2.2 Chance has named the first dealer. */
export interface DealerDrawn {
  type: "dealer-drawn";
  seat: number;
}

/** 2.2 Everybody has his cards, and the round begins. */
export interface Dealt {
  type: "dealt";
  round: number;
  dealer: number;
  leader: number;
}

/** 3.1 The first card of a trick. */
export interface Led {
  type: "led";
  seat: number;
  card: number;
  devils: number;
}

/** 3.3 The second card, which sends the trick up or down. */
export interface Called {
  type: "called";
  seat: number;
  card: number;
  devils: number;
  way: "down" | "up";
  lead: number;
}

/** 3.4 A card that obeys the call. */
export interface Followed {
  type: "followed";
  seat: number;
  card: number;
  devils: number;
}

/** 3.4 A card on the wrong side of the lead, from a hand with none on the right side. */
export interface Failed {
  type: "failed";
  seat: number;
  card: number;
  devils: number;
  way: "down" | "up";
  lead: number;
}

/** 3.5 The first failure has turned the trick round: which card takes it from now on. */
export interface Turned {
  type: "turned";
  takes: "highest" | "lowest";
}

/** 3.5, 3.6 Who took the full trick, with which of its cards, and how many devils lay in it. */
export interface Took {
  type: "took";
  seat: number;
  card: number;
  devils: number;
}

/** 4.1 The devils that each has taken in this round, and has altogether. */
export interface RoundOver {
  type: "round-over";
  round: number;
  taken: number[];
  totals: number[];
}

/** 4.3 The match is over: who has the fewest devils, and how many. */
export interface Won {
  type: "won";
  seats: number[];
  devils: number;
}

export type Fact = DealerDrawn | Dealt | Led | Called | Followed | Failed | Turned | Took | RoundOver | Won;

/** 3.2 Lead to a new trick, with anything but a five. */
export interface Lead {
  type: "lead";
}

/** 3.2 Lead to a new trick, from a hand that holds nothing but fives. */
export interface LeadFive {
  type: "lead-five";
}

/** 3.3 Send the trick up or down. */
export interface Call {
  type: "call";
  lead: number;
}

/** 3.4 Obey the call. */
export interface Follow {
  type: "follow";
  way: "down" | "up";
  lead: number;
}

/** 3.4 Play whatever you like: nothing in your hand obeys the call. */
export interface Fail {
  type: "fail";
  way: "down" | "up";
  lead: number;
}

export type Question = Lead | LeadFive | Call | Follow | Fail;
