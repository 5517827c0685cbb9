// What lies on the table while things move.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Shown } from '$kit/board';
import { Stage } from './stage.svelte';
import type { Action, Card, Seat, View } from './types';

const BEFORE: View = {
  eyes: 0,
  options: { limit: 100, rounds: null, 'memory-aid': false },
  seats: 3,
  round: 1,
  dealer: 2,
  turn: 2,
  hand: [],
  held: [0, 0, 1],
  leader: 0,
  trick: [11, 13],
  called: 'up',
  last: null,
  tricks: [],
  taken: [4, 0, 0],
  totals: [4, 0, 0],
  over: false,
};
const TRICK = { leader: 0, cards: [11, 13, 20], taker: 2, devils: 5 };
const sound = vi.fn();
const manner = { still: false, sound };

function played(by: Seat, card: Card): Shown<Action> {
  return { seq: 0, by, what: { type: 'play', card }, at: 0, text: '' };
}

beforeEach(() => {
  vi.useFakeTimers();
  sound.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the stage', () => {
  it('shows at once what nothing led to', () => {
    const stage = new Stage();
    stage.follow(BEFORE, [], manner);

    expect([stage.leader, stage.cards, stage.busy]).toEqual([0, [11, 13], false]);
  });

  it('lets a card be told when it is played, and one that fills a trick when it lies there', async () => {
    const told = vi.fn();
    const stage = new Stage();
    stage.follow({ ...BEFORE, trick: [11] }, [], manner);
    stage.follow(
      { ...BEFORE, trick: [], called: null, leader: 2, last: TRICK, tricks: [TRICK] },
      [
        { ...played(1, 13), seq: 7 },
        { ...played(2, 20), seq: 8 },
      ],
      { ...manner, told },
    );

    expect(told.mock.calls).toEqual([[7]]);
    await vi.advanceTimersByTimeAsync(600);
    expect(told.mock.calls).toEqual([[7]]);
    await vi.advanceTimersByTimeAsync(400);
    expect(told.mock.calls).toEqual([[7], [8]]);
  });

  it('lets a full trick lie for a while, then gives it to its taker', async () => {
    const stage = new Stage();
    stage.follow(BEFORE, [], manner);
    stage.follow(
      { ...BEFORE, trick: [], called: null, leader: 2, last: TRICK, tricks: [TRICK] },
      [played(2, 20)],
      manner,
    );

    await vi.advanceTimersByTimeAsync(1000);
    expect([stage.cards, stage.taker]).toEqual([[11, 13, 20], 2]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([stage.cards, stage.busy]).toEqual([[], false]);
    expect(sound.mock.calls).toEqual([['card'], ['take']]);
  });

  it('sums up a round, and goes on', async () => {
    const stage = new Stage();
    stage.follow(BEFORE, [], manner);
    const after = { ...BEFORE, round: 2, trick: [], called: null, leader: 1, turn: 1, last: TRICK, totals: [4, 0, 5] };
    stage.follow(after, [played(2, 20)], manner);

    await vi.advanceTimersByTimeAsync(3000);
    expect(stage.summary).toEqual({ round: 1, gained: [0, 0, 5], totals: [4, 0, 5], over: false });
    await vi.advanceTimersByTimeAsync(4000);
    expect([stage.summary, stage.busy]).toEqual([null, false]);
  });

  it('shows a trick that was just taken to one who comes to the table', async () => {
    const stage = new Stage();
    stage.follow(
      { ...BEFORE, trick: [], called: null, leader: 2, last: TRICK, tricks: [TRICK] },
      [played(2, 20)],
      manner,
    );

    expect([stage.cards, stage.taker]).toEqual([[11, 13, 20], 2]);
    await vi.advanceTimersByTimeAsync(3000);
    expect([stage.cards, stage.busy]).toEqual([[], false]);
  });

  it('does not keep a player waiting who plays on', async () => {
    const stage = new Stage();
    stage.follow(BEFORE, [], manner);
    const taken = { ...TRICK, cards: [11, 13, 12], taker: 1 };
    stage.follow({ ...BEFORE, trick: [], leader: 0, turn: 0, last: taken, tricks: [taken] }, [played(2, 12)], manner);
    await vi.advanceTimersByTimeAsync(500);
    stage.follow(
      { ...BEFORE, trick: [5], called: null, leader: 0, turn: 1, last: taken, tricks: [taken] },
      [played(0, 5)],
      manner,
    );
    await vi.advanceTimersByTimeAsync(10);

    expect(stage.cards).toEqual([5]);
  });
});
