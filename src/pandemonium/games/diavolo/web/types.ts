// The nouns of Diavolo on the page: short names for what wire.ts spells out, and what a race adds to a board.
import type { BoardProps } from '$kit/board';
import type { Receipt } from '$web/wire';
import type { Action, Grab, Throw, View } from './wire';

export type { Action, Explained, Grab, Grabbed, Reading, Throw, View } from './wire';
export type { Receipt, ReceiptLine } from '$web/wire';

export type Colour = Grab['colour'];
export type DieColour = Exclude<Colour, 'grey'>;
export type OrderFace = Throw['order'];
export type Seat = number;

/** Somebody at this device who may grab. */
export interface Hand {
  seat: Seat;
  legal: Grab[];
  /** Sends a grab; false when the house refused it, so that the hand is free again. */
  play: (grab: Grab) => Promise<boolean>;
}

export interface Tumbling {
  round: number;
  /** When the dice are expected to lie still, on performance.now()'s clock. */
  until: number;
}

/** What the page gives to the board of a race beyond what every board gets. Replays have none of it. */
export interface RaceProps extends BoardProps<View, Action> {
  tumbling?: Tumbling | null;
  /** How the last rounds were timed, the latest last. */
  receipts?: Receipt[];
  /** Says that everybody at this device has seen enough of the last round. */
  ready?: () => void;
  /** One for each person at this device; without it there is one hand, that of the view's eyes. */
  hands?: Hand[];
}
