// The words of the rulebook for what wire.ts brings.

export type { Action, Advance, Hide, Hiding, Jumped, Press, Runner, View } from './wire';

export type Seat = number;
/** 1 to 4. */
export type Key = number;
export type Face = number | 'devil';
export type Person = 'blue' | 'orange' | 'green' | 'red';
export const KEYS: readonly Key[] = [1, 2, 3, 4];
