// The words of the rulebook for what wire.ts brings.
import type { Moment as AnyMoment, Words as WordsOf } from '$kit/board';

import type en from '../words/en.json';
import type { Action, DevilRan, Event, Fact, Lost, NumberJumped, Runner, Stayed, View } from './wire';

export type { Action, Event, Fact, Jumped, Question, Runner, View } from './wire';

export type Seat = number;
/** The number of a key of the box. */
export type Key = number;
export type Face = number | 'devil';
export type Person = Runner['name'];
export type Moment = AnyMoment<View, Action | Event, Fact>;
/** What a die came to. */
export type Reckoning = NumberJumped | DevilRan | Lost | Stayed;
export type Catalogue = typeof en;
export type Words = WordsOf<Catalogue>;
