// What is said aloud in Diavolo, in three languages; and which keys and imps go with the colours.
import { describe, expect, it } from 'vitest';

import type { Shown, Words } from '$kit/board';
import { makeWords, type Catalogue } from '$web/words';
import de from '../words/de.json';
import en from '../words/en.json';
import fr from '../words/fr.json';
import { impsFor, impsOnTable, keysFor } from './colours';
import { impOf } from './flight';
import { ask, tell } from './tell';
import type { Action, Explained, Throw, View } from './types';

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dora'];
const CATALOGUES: Record<'en' | 'fr' | 'de', Catalogue> = { en, fr, de };
const english: Words = makeWords('en', en);
const THROW: Throw = {
  type: 'throw',
  order: 'largest-sum',
  black: [2, 3, 6],
  red: [3, 5, 5],
  white: [1, 5, 6],
  places: null,
};
const EXPLAINED: Explained = {
  round: 3,
  roller: 0,
  throw: THROW,
  reading: { sums: [11, 13, 12], spreads: [4, 2, 5], odds: [1, 3, 2], highest: [6, 5, 6], nearest: null },
  right: 'red',
  grabs: [
    { seat: 0, colour: 'red', ms: 900 },
    { seat: 1, colour: 'red', ms: 1000 },
    { seat: 2, colour: 'red', ms: 1100 },
  ],
  changes: [0, 0, 0, -1],
};
const VIEW: View = {
  eyes: 0,
  options: { 'dice-per-colour': 3, 'order-first': false, deadline: 10, calm: false },
  seats: 4,
  round: 4,
  roller: 1,
  order: null,
  throw: null,
  thrown_at: null,
  bell_at: null,
  imps: [2, 2, 2, 1],
  grabs: [],
  racing: [],
  decided: false,
  right: null,
  gems: [5, 4, 1, 0],
  out: [null, null, null, 3],
  explained: EXPLAINED,
  over: false,
};

function said(by: number | 'nature', what: Action, view: View = VIEW, words: Words = english): string {
  const move: Shown = { seq: 1, by, what, at: 0, text: '' };
  return tell(move, view, words, NAMES);
}

describe('a move is told', () => {
  it('the dice in a fixed order, without the answer', () => {
    expect(said('nature', THROW)).toBe('Largest sum! Black: 2, 3, 6. Red: 3, 5, 5. White: 1, 5, 6.');
  });

  it('a grab with its time', () => {
    expect(said(1, { type: 'grab', colour: 'red', ms: 1004 })).toBe('Ben grabs red after 1.00\u00a0s.');
    expect(said(1, { type: 'grab', colour: 'red', ms: null })).toBe('Ben grabs red.');
  });

  it('the bell with what was right, who paid and who is out', () => {
    expect(said('nature', { type: 'bell' })).toBe(
      'Round 3, largest sum: black 11, red 13, white 12. Right was red. ' +
        'Ann, Ben, and Cleo are safe. Dora loses a gem. Dora is out.',
    );
  });

  it('the bell of an older round with what was right then', () => {
    const older: Throw = { ...THROW, order: 'most-odd', black: [1, 3, 5] };
    const log: Shown[] = [older, { type: 'bell' as const }, THROW, { type: 'bell' as const }].map((what, index) => ({
      seq: index + 1,
      by: 'nature',
      what,
      at: 0,
      text: '',
    }));
    const [, first] = log;
    expect(first && tell(first, VIEW, english, NAMES, log)).toBe(
      'Round 1, most odd faces: black 3, red 3, white 2. A tie of black and red: right was grey.',
    );
  });

  it('a tie with the colours that tie', () => {
    const explained: Explained = { ...EXPLAINED, throw: { ...THROW, order: 'highest-value' }, right: 'grey' };
    expect(said('nature', { type: 'bell' }, { ...VIEW, explained })).toContain(
      'A tie of black and white: right was grey.',
    );
  });

  it.each(['en', 'fr', 'de'] as const)('in %s with every word found', (language) => {
    const words = makeWords(language, CATALOGUES[language]);
    const moves: Action[] = [
      THROW,
      { type: 'bell' },
      { type: 'roller', seat: 1 },
      { type: 'order', order: 'closest' },
      { type: 'grab', colour: 'grey', ms: 640 },
    ];
    const legal = [{ type: 'grab' as const, colour: 'red' as const, ms: null }];
    const all = [...moves.map((what) => said(0, what, VIEW, words)), ask({ ...VIEW, throw: THROW }, legal, words)];
    // A grab is never nature's, and nothing of it is left untold; signs are not for ears.
    for (const sentence of all) {
      expect(sentence).not.toMatch(/[{}■▲○▒◆✓]|(say|tell|draw|order|why|colour)\./);
      expect(sentence).not.toBe('');
    }
  });
});

describe('keys', () => {
  it('are the initials, and B R W G where these leave them free', () => {
    expect(keysFor(english, 1)[0]).toEqual({ black: ['b'], red: ['r'], white: ['w'], grey: ['g'] });
    expect(keysFor(makeWords('de', de), 1)[0]).toMatchObject({ black: ['s', 'b'], white: ['w'] });
    expect(keysFor(makeWords('fr', fr), 1)[0]).toEqual({ black: ['n'], red: ['r'], white: ['b', 'w'], grey: ['g'] });
  });

  it('are a row of keys each for two or three at one keyboard', () => {
    const [left, right] = keysFor(english, 2);
    expect(left?.black).toEqual(['s']);
    expect(right?.grey).toEqual(['l']);
  });
});

describe('imps', () => {
  it('are as many as the rules say (2.2)', () => {
    expect([6, 4, 3, 2].map(impsFor)).toEqual([
      [3, 3, 3, 1],
      [3, 3, 3, 1],
      [2, 2, 2, 1],
      [1, 1, 1, 1],
    ]);
  });

  it('stand as the round left them while it is looked at, and as the next one finds them after', () => {
    expect(impsOnTable(VIEW, true)).toEqual([3, 0, 3, 1]);
    expect(impsOnTable(VIEW, false)).toEqual([2, 2, 2, 1]);
    const calm = { ...VIEW, options: { ...VIEW.options, calm: true } };
    expect(impsOnTable(calm, true)).toEqual([3, 3, 3, 1]);
  });

  it('fly to the hand that took them: no two hands hold the same one', () => {
    const held = [0, 1, 2].map((seat) => impOf(seat, EXPLAINED.grabs, [3, 3, 3, 1], ['black', 'red', 'white', 'grey']));
    expect(held).toEqual(['red 2', 'red 1', 'red 0']);
  });
});
