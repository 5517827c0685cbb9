// Made by scripts/types from src/pandemonium/games/little_devils/rules.py and sight.py: change it there, and run scripts/types again.

/**
 * 5.1 What a player sees: his hand, the trick, the last trick, the totals, and who holds how many cards.
 * 5.2 What was played in this round is public, and here for bots and the memory aid.
 */
export interface View {
  eyes: number | "public";
  options: Options;
  seats: number;
  round: number;
  dealer: number | null;
  turn: number | null;
  /** Empty for the public. */
  hand: number[];
  held: number[];
  leader: number | null;
  trick: number[];
  called: "down" | "up" | null;
  last: Trick | null;
  tricks: Trick[];
  /** The devils that each has taken in this round. */
  taken: number[];
  totals: number[];
  over: boolean;
}

/** 4.4 What can be chosen for a table. */
export interface Options {
  limit: number;
  rounds: number | null;
  "memory-aid": boolean;
}

/** A trick that somebody has taken; the cards in the order in which they were played. */
export interface Trick {
  leader: number;
  cards: number[];
  taker: number;
  devils: number;
}

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

/** A card from the hand, face up. */
export interface Play {
  type: "play";
  card: number;
}

export type Action = Dealer | Deal | Play;

/** What can be told of a move. */
export interface Fact {
  type: "fact";
}

/** What a seat can be asked. */
export interface Question {
  type: "question";
}
