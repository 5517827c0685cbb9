// The words of the rulebook for what wire.ts brings.

export type { Action, Play, Trick, View } from './wire';

export type Card = number;
export type Seat = number;
