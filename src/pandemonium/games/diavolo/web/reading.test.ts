// What is said of the dice once a round is over, by the example of the rules (7).
import { describe, expect, it } from 'vitest';

import { makeWords } from '$web/words';
import en from '../words/en.json';
import { best, dice, distances, marks, working } from './reading';
import type { OrderFace, Reading, Throw } from './types';

const words = makeWords('en', en);
const READING: Reading = { sums: [11, 13, 12], spreads: [4, 2, 5], odds: [1, 3, 2], highest: [6, 5, 6], nearest: null };

function example(order: OrderFace, reading: Reading = READING): { throw: Throw; reading: Reading } {
  const thrown: Throw = { type: 'throw', order, black: [2, 3, 6], red: [3, 5, 5], white: [1, 5, 6], places: null };
  return { throw: thrown, reading };
}

describe('the example of the rules', () => {
  it.each([
    ['largest-sum', ['red']],
    ['smallest-sum', ['black']],
    ['largest-spread', ['white']],
    ['most-odd', ['red']],
    ['highest-value', ['black', 'white']],
  ] as const)('%s: %s', (order, colours) => {
    expect(best(example(order))).toEqual(colours);
  });

  it('is worked out colour by colour', () => {
    expect(working('red', example('largest-sum'), words)).toBe('3 + 5 + 5 = 13');
    expect(working('white', example('largest-spread'), words)).toBe('6 − 1 = 5');
    expect(working('black', example('most-odd'), words)).toBe('1 odd (3)');
    expect(working('white', example('highest-value'), words)).toBe('6');
  });

  it('is marked on the dice that decided it', () => {
    expect(marks(example('highest-value'))).toEqual([
      'counted',
      ...['idle', 'idle', 'best'],
      ...['idle', 'counted', 'counted'],
      ...['idle', 'idle', 'best'],
    ]);
    expect(marks(example('most-odd')).filter((mark) => mark === 'best')).toHaveLength(3);
    expect(marks(example('largest-sum'))).not.toContain('idle');
  });
});

describe('the closest die', () => {
  const places = [
    { x: 0, y: 0, degrees: 0 },
    { x: 3, y: 0, degrees: 0 },
    { x: 0, y: 2, degrees: 0 },
    { x: 4, y: 0, degrees: 0 },
    { x: 0, y: -3.5, degrees: 0 },
    { x: -4, y: 0, degrees: 0 },
    { x: 3, y: 4, degrees: 0 },
  ];
  const thrown: Throw = { type: 'throw', order: 'closest', black: [1, 2], red: [3, 4], white: [5, 6], places };

  it('is marked, and so is the nearest of each other colour', () => {
    const explained = { throw: thrown, reading: { ...READING, nearest: [2, 3.5, 4] as [number, number, number] } };
    expect(best(explained)).toEqual(['black']);
    expect(marks(explained)).toEqual(['counted', 'idle', 'best', 'idle', 'counted', 'counted', 'idle']);
  });

  it('can be told by ear: how far each die lies, nearest first', () => {
    expect(distances('black', thrown)).toEqual([2, 3]);
    expect(distances('white', thrown)).toEqual([4, 5]);
  });

  it('is told with as many decimals as it takes to tell it from the others', () => {
    const close = {
      ...thrown,
      places: places.with(2, { x: 0, y: 3.48, degrees: 0 }).with(1, { x: 9, y: 0, degrees: 0 }),
    };

    expect([distances('black', close)[0], distances('red', close)[0]]).toEqual([3.48, 3.5]);
  });
});

it('a throw without places lies in rows, and no die covers another', () => {
  const spots = dice(example('largest-sum').throw).map(({ x, y }) => `${x} ${y}`);
  expect(new Set(spots).size).toBe(10);
});
