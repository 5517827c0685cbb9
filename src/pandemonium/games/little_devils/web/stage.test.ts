// What lies on the table while a moment happens.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Stage } from './stage.svelte';
import type { Action, Event, Fact, Laid, LaidTrick, Moment, View } from './types';

const EMPTY: LaidTrick = { cards: [], way: null, devils: 0, taker: null, turned: false };
const CARDS: Laid[] = [
  { seat: 0, card: 11, did: 'led' },
  { seat: 1, card: 13, did: 'called' },
  { seat: 2, card: 20, did: 'followed' },
];
const FULL: LaidTrick = { cards: CARDS, way: 'up', devils: 5, taker: 2, turned: false };
const BEFORE: View = {
  eyes: 0,
  options: { limit: 100, rounds: null, 'memory-aid': false },
  seats: 3,
  devils: [],
  round: 1,
  dealer: 2,
  turn: 2,
  hand: [],
  barred: null,
  held: [0, 0, 1],
  trick: { cards: CARDS.slice(0, 2), way: 'up', devils: 2, taker: 1, turned: false },
  last: null,
  tricks: [],
  taken: [4, 0, 0],
  totals: [4, 0, 0],
  over: false,
  winners: [],
};
const TRICK = { leader: 0, cards: [11, 13, 20], taker: 2, devils: 5 };
const TAKEN: View = { ...BEFORE, held: [0, 0, 0], trick: EMPTY, last: FULL, tricks: [TRICK], taken: [4, 0, 5] };
const COUNTED: View = { ...TAKEN, round: 2, dealer: 0, turn: null, tricks: [], taken: [0, 0, 0], totals: [4, 0, 5] };
const FOLLOWED: Fact = { type: 'followed', seat: 2, card: 20, devils: 3 };
const TOOK: Fact = { type: 'took', seat: 2, card: 20, devils: 5 };
const ROUND_OVER: Fact = { type: 'round-over', round: 1, taken: [0, 0, 5], totals: [4, 0, 5] };

const sound = vi.fn();
const seen = vi.fn();
const manner = { still: false, sound, seen };

function moment(view: View, facts: Fact[], what: Action | Event = { type: 'play', card: 20 }): Moment {
  return { seq: 7, by: 2, what, at: 0, text: '', facts, view };
}

const lying = (stage: Stage): number[] => stage.trick.cards.map(({ card }) => card);

beforeEach(() => {
  vi.useFakeTimers();
  sound.mockClear();
  seen.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the stage', () => {
  it('shows at once what comes without a before', () => {
    const stage = new Stage(TAKEN);
    stage.present(moment(BEFORE, [FOLLOWED]), null, manner);

    expect([lying(stage), stage.view, stage.busy]).toEqual([[11, 13], BEFORE, false]);
    expect(seen.mock.calls).toEqual([[7]]);
    expect(sound).not.toHaveBeenCalled();
  });

  it('has seen a card when it has landed', async () => {
    const before = { ...BEFORE, trick: { ...EMPTY, cards: CARDS.slice(0, 1) }, turn: 1 };
    const stage = new Stage(before);
    const called: Fact = { type: 'called', seat: 1, card: 13, devils: 1, way: 'up', lead: 11 };
    stage.present(moment(BEFORE, [called]), before, manner);

    expect([lying(stage), stage.busy]).toEqual([[11, 13], true]);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect([seen.mock.calls, stage.busy]).toEqual([[[7]], false]);
  });

  it('lets a full trick lie for a while, then gives it to its taker', async () => {
    const stage = new Stage(BEFORE);
    stage.present(moment(TAKEN, [FOLLOWED, TOOK]), BEFORE, manner);

    expect([lying(stage), stage.took]).toEqual([[11, 13, 20], null]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([lying(stage), stage.took]).toEqual([[11, 13, 20], TOOK]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([lying(stage), stage.took, stage.busy]).toEqual([[], TOOK, true]);
    await vi.advanceTimersByTimeAsync(500);
    expect([stage.took, stage.busy, stage.view]).toEqual([null, false, TAKEN]);
    expect(sound.mock.calls).toEqual([['card'], ['take']]);
    expect(seen.mock.calls).toEqual([[7]]);
  });

  it('counts a trick when it is gathered, and asks nobody before', async () => {
    const stage = new Stage(BEFORE);
    stage.present(moment(TAKEN, [FOLLOWED, TOOK]), BEFORE, manner);

    expect([stage.view.taken, stage.view.held, stage.view.turn]).toEqual([[4, 0, 0], [0, 0, 0], null]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([stage.view.taken, stage.view.turn]).toEqual([[4, 0, 5], 2]);
  });

  it('counts a round when its last trick is gathered', async () => {
    const stage = new Stage(BEFORE);
    stage.present(moment(COUNTED, [FOLLOWED, TOOK, ROUND_OVER]), BEFORE, manner);

    await vi.advanceTimersByTimeAsync(2000);
    expect([stage.view.round, stage.view.totals]).toEqual([1, [4, 0, 0]]);
    await vi.advanceTimersByTimeAsync(500);
    expect([stage.view.round, stage.view.totals]).toEqual([1, [4, 0, 5]]);
    await vi.advanceTimersByTimeAsync(500);
    expect([stage.view.round, stage.busy]).toEqual([2, false]);
  });

  it('gives the hand that is dealt its time, and the others none', async () => {
    const [before, mine] = [COUNTED, { ...COUNTED, hand: [3, 4] }];
    const stage = new Stage(before);
    stage.present(moment(mine, [], { type: 'deal', seat: 0, cards: [3, 4] }), before, manner);

    expect([stage.view.hand, stage.busy]).toEqual([[3, 4], true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen).toHaveBeenCalledTimes(1);
    stage.present(moment(mine, [], { type: 'deal', seat: 1, cards: null }), mine, manner);
    expect(seen).toHaveBeenCalledTimes(2);
    expect(sound.mock.calls).toEqual([['card']]);
  });

  it('drops what moves for somebody who cannot wait', async () => {
    const stage = new Stage(BEFORE);
    stage.present(moment(TAKEN, [FOLLOWED, TOOK]), BEFORE, manner);
    await vi.advanceTimersByTimeAsync(600);
    stage.present(moment(TAKEN, [FOLLOWED, TOOK]), null, manner);

    expect([lying(stage), stage.took, stage.view, stage.busy]).toEqual([[], null, TAKEN, false]);
    await vi.advanceTimersByTimeAsync(9000);
    expect(seen).toHaveBeenCalledTimes(1);
  });

  it('leaves the last trick there until somebody leads, where nothing moves', () => {
    const stage = new Stage(BEFORE);
    stage.present(moment(TAKEN, [FOLLOWED, TOOK]), BEFORE, { ...manner, still: true });

    expect([lying(stage), stage.took, stage.view]).toEqual([[11, 13, 20], TOOK, TAKEN]);
    expect(seen.mock.calls).toEqual([[7]]);
  });
});
