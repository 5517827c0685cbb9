// What happens when a hand reaches for an imp: sent once, never before the dice are seen, and free again if refused.
import { beforeEach, describe, expect, it } from 'vitest';

import { makeWords } from '$web/words';
import en from '../words/en.json';
import { Reach, type Now } from './reach.svelte';
import { Stopwatch } from './stopwatch.svelte';
import type { Action, Hand, Throw, View } from './types';

const words = makeWords('en', en);
const THROW: Throw = { type: 'throw', order: 'largest-sum', black: [1], red: [2], white: [3], places: null };
let now = 0;
let frames: (() => void)[] = [];
let played: Action[] = [];
let answer: (isDone: boolean) => void = () => undefined;
let watch: Stopwatch;
let reach: Reach;

const hand: Hand = {
  seat: 0,
  legal: [
    { type: 'grab', colour: 'black', ms: null },
    { type: 'grab', colour: 'red', ms: null },
  ],
  play: (action) => {
    played.push(action);
    return new Promise((done) => (answer = done));
  },
};
const at = (thrown: Throw | null, rolling = false): Now => ({
  view: { throw: thrown, racing: [0], round: 1 } as unknown as View,
  rolling,
  words,
  sound: () => undefined,
});
function paint(): void {
  now += 16;
  for (const draw of frames.splice(0)) draw();
}

beforeEach(() => {
  [now, frames, played] = [1000, [], []];
  watch = new Stopwatch({ now: () => now, frame: (draw) => void frames.push(draw), hidden: () => false });
  reach = new Reach(watch);
  reach.begin();
});

describe('a hand', () => {
  it('sends its grab once, with the reaction that its page measured', () => {
    watch.reveal();
    paint();
    now += 700;
    reach.grab(hand, 'red', now, at(THROW));
    reach.grab(hand, 'black', now, at(THROW));

    expect(played).toEqual([{ type: 'grab', colour: 'red', ms: 700 }]);
    expect(reach.sent[0]).toBe('red');
  });

  it('covers its choice where that is what it may do', () => {
    watch.reveal();
    paint();
    now += 700;
    reach.grab({ ...hand, legal: [{ type: 'choose', colour: 'red', ms: null }] }, 'red', now, at(THROW));

    expect(played).toEqual([{ type: 'choose', colour: 'red', ms: 700 }]);
  });

  it('sends nothing while the dice roll, nor for a press before they were painted', () => {
    reach.grab(hand, 'red', now, at(null, true));
    watch.reveal();
    const early = now;
    paint();
    reach.grab(hand, 'red', early, at(THROW));

    expect(played).toEqual([]);
    expect(reach.notice).toBe(words('board.early'));
  });

  it('sends nothing for an imp that is gone, and says so', () => {
    watch.reveal();
    paint();
    reach.grab(hand, 'white', now, at(THROW));

    expect(played).toEqual([]);
    expect(reach.notice).toBe(words('no.no-such-imp-left'));
  });

  it('is free again when the house refuses', async () => {
    watch.reveal();
    paint();
    reach.grab(hand, 'red', now, at(THROW));
    answer(false);
    await Promise.resolve();
    await Promise.resolve();
    expect(reach.sent[0]).toBeUndefined();

    reach.grab(hand, 'black', now, at(THROW));
    expect(played).toHaveLength(2);
  });
});
