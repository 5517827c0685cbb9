// What is said about cells and tails.
import { describe, expect, it } from 'vitest';

import { makeWords } from '$web/words';

import en from '../words/en.json';
import fr from '../words/fr.json';
import { example } from './example';
import { aboutCell, aboutChanges, aboutDevil, aboutLaying } from './speech';
import type { Tail, View } from './wire';

const words = makeWords('en', en);
const [devil] = example.two;
const view = {
  cell: null,
  cards: [],
  forbidden: [{ cell: 7, why: 'opponents-body', devil: 'B' }],
  sides: [
    { seats: [0, 2], points: 0 },
    { seats: [1, 3], points: 0 },
  ],
} as unknown as View;

describe('speech', () => {
  it('explains a cell that may not be named', () => {
    expect(aboutCell(7, view, [], words, false)).toBe(
      'cell +8, free, may not be named: the body of B, an opponent’s devil, sits there',
    );
    expect(aboutCell(8, view, [], words, true)).toBe('cell +9, free, may be named');
  });

  it('says whose a devil is, and where its open tail waits', () => {
    const open = { ...devil, length: 1, waits: 53 } as Tail;
    const names = ['Ann', 'Bob', 'Cem', 'Dora'];
    expect(aboutDevil(open, view, names, words)).toBe('Devil A (Ann and Cem): 1 card, open, waits at cell −27');
  });

  it('speaks of turning a card only where it can be turned', () => {
    const changes = aboutChanges([], words);
    expect(aboutLaying(22, { way: 2, ways: 3, changes }, words)).toContain('way 2 of 3. No tail changes. R turns it');
    expect(aboutLaying(22, { way: 1, ways: 1, changes }, words)).toBe(
      'cell +23, your card, the same whichever way it lies. No tail changes. Enter lays it.',
    );
  });

  it('says what a card would do', () => {
    const tail = { ...devil, length: 2, end: 'tail', into: 'B' } as Tail;
    expect(aboutChanges([{ before: 1, tail }], makeWords('fr', fr))).toBe('A : de 1 à 2, queue achevée au bout b.');
    const open = { ...devil, length: 2, end: 'open', waits: 53 } as Tail;
    expect(aboutChanges([{ before: 1, tail: open }], words)).toBe('A grows from 1 to 2, open, and waits at cell −27.');
    expect(aboutChanges([], words)).toBe('No tail changes.');
  });
});
