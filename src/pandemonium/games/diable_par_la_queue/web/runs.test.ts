// Whose tail runs where, and what has grown since the last look.
import { describe, expect, it } from 'vitest';

import example from './example.json';
import { growth, joins, pointsOf, runsOf, seatsOf, turnsOf, withTails } from './runs';
import type { Tail, View } from './wire';

const followed = example.tail as Tail;

function seen(tails: Tail[], ...cells: number[]): View {
  const cards = Array.from({ length: 54 }, (_, cell) => (cells.includes(cell) ? { kind: 0, turn: 0 } : null));
  return { tails, cards } as unknown as View;
}

describe('runs', () => {
  it('put a tail on every strand of its way, twice on a card that it crosses twice', () => {
    const runs = runsOf([followed]);
    expect(runs.flat().filter((run) => run?.devil === followed.devil)).toHaveLength(2 * followed.length);
    expect(runs[15]?.filter((run) => run !== undefined)).toHaveLength(4);
  });

  it('know how far the tail has come, so that its pattern goes on', () => {
    const ats = followed.path.map(({ cell, enters }) => runsOf([followed])[cell]?.[enters]?.at ?? -1);
    expect(ats[0]).toBe(0);
    expect(ats.every((far, step) => step === 0 || far > (ats[step - 1] ?? 0))).toBe(true);
  });
});

describe('growth', () => {
  const shorter = { ...followed, length: 3, path: followed.path.slice(0, 3) };

  it('is what a new card has added', () => {
    expect(growth(seen([shorter]), seen([followed], 3))).toEqual({ laid: [3], grown: [{ tail: followed, from: 3 }] });
  });

  it('is nothing after a jump or a step back', () => {
    expect(growth(seen([shorter]), seen([followed], 3, 4, 5)).grown).toEqual([]);
    expect(growth(seen([followed], 3), seen([shorter])).grown).toEqual([]);
  });
});

it('a kind joins three pairs, and three kinds look the same in every turn (2.1)', () => {
  expect(joins(3)).toEqual([
    [0, 1],
    [2, 4],
    [3, 5],
  ]);
  expect([0, 1, 2, 3, 4, 5, 6].map(turnsOf)).toEqual([1, 1, 1, 3, 3, 3, 3]);
});

it('partners share a side (3.1)', () => {
  expect(seatsOf(1, 4)).toEqual([1, 3]);
  expect(seatsOf(1, 3)).toEqual([1]);
});

it('only a tail that ends in a tail end scores (6.1)', () => {
  expect(pointsOf(followed)).toBe(16);
  expect(pointsOf({ ...followed, end: 'body' })).toBe(0);
  expect(withTails([followed], [{ ...followed, end: 'open' }])[0]?.end).toBe('open');
});
