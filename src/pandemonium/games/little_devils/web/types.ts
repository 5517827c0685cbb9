// The words of the rulebook for what wire.ts brings.
import type { Moment as AnyMoment, Words as WordsOf } from '$kit/board';

import type en from '../words/en.json';
import type { Action, Event, Fact, View } from './wire';

export type { Action, Event, Fact, Laid, LaidTrick, Play, Question, RoundOver, Took, View } from './wire';

export type Card = number;
export type Seat = number;
export type Moment = AnyMoment<View, Action | Event, Fact>;
export type Catalogue = typeof en;
export type Words = WordsOf<Catalogue>;
