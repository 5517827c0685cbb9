// The nouns of Diavolo on the page: short names for what wire.ts spells out.
import type { BoardProps, Hand as AnyHand, Words as WordsOf } from '$kit/board';
import type en from '../words/en.json';
import type { Action, Choose, Event, Fact, Grab, Question, Throw, View } from './wire';

export type { Action, Chosen, Explained, Grabbed, Throw, View } from './wire';
export type { Receipt } from '$web/wire';

export type Words = WordsOf<typeof en>;
export type Colour = Grab['colour'];
export type DieColour = Exclude<Colour, 'grey'>;
export type OrderFace = Throw['order'];
export type Seat = number;
/** What a hand does: in sight of all, or covered until the bell. */
export type Take = Grab | Choose;
/** Somebody at this device who may grab. */
export type Hand = AnyHand<Action>;
export type Props = BoardProps<View, Action, Fact, Question, typeof en, Event>;
