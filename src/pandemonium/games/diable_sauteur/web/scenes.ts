// Small scenes of Le Diable Sauteur for the tests of its page: a view in which only what matters is told.
import type { Shown, Words } from '$kit/board';
import { makeWords, type Catalogue } from '$web/words';

import english from '../words/en.json';
import type { Action, Runner, View } from './types';

export const words: Words = makeWords('en', english as Catalogue);
export const NAMES = ['Ann', 'Bea'];

const person = (name: Runner['name'], cell: number, start: number, home = 30): Runner => ({
  name,
  seat: 1,
  cell,
  run: cell - start,
  status: 'track',
  lands: null,
  home,
});

/** A pursuit in which Ann (0) is the Devil and Bea (1) the Pursued. */
export function pursuit(told: Partial<View> = {}, cells: [number, number, number] = [2, 4, 6]): View {
  return {
    eyes: 'public',
    options: { rule: 'a', track: 30, dice: 'plain', rounds: 2 },
    rule: 'a',
    track: 30,
    round: 1,
    rounds: 2,
    phase: 'hide',
    turn: 0,
    hider: 0,
    shooter: 1,
    red: null,
    hidden: null,
    left: [],
    pressed: null,
    jumped: [],
    points: 0,
    devil: 0,
    stride: 3,
    reach: 12,
    reach_again: 12,
    runners: [person('blue', cells[0], 2), person('orange', cells[1], 4), person('green', cells[2], 6)],
    played: [],
    scores: [0, 0],
    last_hiding: null,
    over: false,
    ...told,
  };
}

/** A race in which Ann (0) runs from red and Bea (1) from orange; Ann hides. */
export function race(told: Partial<View> = {}): View {
  const runners = [
    { ...person('red', 0, 0, 30), seat: 0 },
    { ...person('orange', 4, 4, 34), seat: 1 },
  ];
  const none = { stride: null, devil: null, reach: null, reach_again: null, rounds: 1, red: 0 };
  return {
    ...pursuit(),
    options: { rule: 'b', track: 30, dice: 'plain', rounds: 2 },
    rule: 'b',
    ...none,
    runners,
    ...told,
  };
}

/** A log from its beginning: who, and what. */
export function log(...moves: [Shown['by'], Action][]): Shown<Action>[] {
  return moves.map(([by, what], nth) => ({ seq: nth + 1, by, what, at: 0, text: '' }));
}
