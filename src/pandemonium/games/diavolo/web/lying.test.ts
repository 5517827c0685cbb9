// Where the dice are drawn.
import { expect, it } from 'vitest';

import { blanks, dice } from './lying';
import type { Throw } from './types';

const THROW: Throw = {
  type: 'throw',
  order: 'largest-sum',
  black: [2, 3, 6],
  red: [3, 5, 5],
  white: [1, 5, 6],
  places: null,
};

it('a throw without places lies in rows, and no die covers another', () => {
  const spots = dice(THROW).map(({ x, y }) => `${x} ${y}`);

  expect(new Set(spots).size).toBe(10);
});

it('each die lies in its place, the Order die first', () => {
  const places = Array.from({ length: 10 }, (_, x) => ({ x, y: 0, degrees: 0 }));
  const lying = dice({ ...THROW, places });

  expect(lying.map(({ x }) => x)).toEqual([...Array(10).keys()]);
  expect(lying.map(({ value }) => value)).toEqual([0, 2, 3, 6, 3, 5, 5, 1, 5, 6]);
});

it('in the cup there are as many, and nothing tells them apart but their colour', () => {
  expect(blanks(3).map(({ colour }) => colour)).toEqual(dice(THROW).map(({ colour }) => colour));
});
