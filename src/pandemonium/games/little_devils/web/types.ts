// What a page is sent of Little Devils: sight.View and the actions of rules.py, as JSON.

export type Card = number;
export type Seat = number;

export interface Trick {
  leader: Seat;
  cards: Card[];
  taker: Seat;
  devils: number;
}

export interface View {
  eyes: Seat | 'public';
  options: { limit: number; rounds: number | null; 'memory-aid': boolean };
  seats: number;
  round: number;
  dealer: Seat | null;
  turn: Seat | null;
  hand: Card[];
  held: number[];
  leader: Seat | null;
  trick: Card[];
  called: 'up' | 'down' | null;
  last: Trick | null;
  tricks: Trick[];
  taken: number[];
  totals: number[];
  over: boolean;
}

export type Play = { type: 'play'; card: Card };
export type Action = { type: 'dealer'; seat: Seat } | { type: 'deal'; seat: Seat; cards: Card[] | null } | Play;
