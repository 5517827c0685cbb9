// Which moment is presented, from which view it is animated, and when somebody is brought up to date.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { LONGEST_MS, Timeline, TOO_MANY, type Manner } from '../timeline.svelte';
import type { Moment } from '../wire';

const moment = (seq: number, view: unknown = `view ${String(seq)}`): Moment => ({
  seq,
  by: seq === 0 ? null : 0,
  what: null,
  at: 0,
  text: '',
  facts: [{ type: 'did', seq }],
  view,
  score: null,
});
const moments = (from: number, to: number): Moment[] =>
  Array.from({ length: to - from + 1 }, (_, place) => moment(from + place));
const old = (seq: number): Moment => moment(seq, null);

/** Somebody who has looked at a table, and has seen what there was up to this moment. */
function begun(upTo: number, manner: Manner = {}): Timeline {
  const timeline = new Timeline(manner);
  timeline.add(moments(0, upTo));
  timeline.catchUp();
  return timeline;
}
const seqs = (some: readonly Moment[]): number[] => some.map(({ seq }) => seq);
const shown = (timeline: Timeline): [number | undefined, unknown] => [timeline.moment?.seq, timeline.before];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a timeline', () => {
  it('presents nothing before it has been given anything', () => {
    const timeline = new Timeline();

    expect(timeline.moment).toBeNull();
    expect(timeline.settled).toBe(false);
    expect(timeline.told).toEqual([]);
  });
  it('has a whole score sheet of a match so long that of its first rounds only the ends are told', () => {
    const ended = (seq: number, round: number): Moment => ({
      ...old(seq),
      score: { round, points: [round], totals: [round] },
    });
    const timeline = new Timeline();
    timeline.add([ended(30, 1), ended(60, 2), old(1_000), ended(1_001, 3), ...moments(1_002, 1_003)]);
    timeline.arrive();

    expect(timeline.scores.map(({ round }) => round)).toEqual([1, 2, 3]);
    expect(timeline.moment?.seq).toBe(1_003);
    expect(timeline.settled).toBe(true);
  });
  it('shows what it is given first as it stands, and goes on from there', () => {
    const timeline = new Timeline();
    timeline.add(moments(0, 1));

    expect(shown(timeline)).toEqual([1, 'view 0']);
    expect(seqs(timeline.news)).toEqual([1]);
  });
  it('presents one moment at a time, each from the view of the one before it', () => {
    const timeline = begun(4);
    timeline.add(moments(5, 6));

    expect(shown(timeline)).toEqual([5, 'view 4']);
    timeline.add(moments(7, 7));
    expect(shown(timeline)).toEqual([5, 'view 4']);
    timeline.saw(5);
    expect(shown(timeline)).toEqual([6, 'view 5']);
    timeline.saw(6);
    expect(shown(timeline)).toEqual([7, 'view 6']);
  });
  it('is settled only when the newest moment has been seen', () => {
    const timeline = begun(4);
    expect(timeline.settled).toBe(true);
    timeline.add(moments(5, 6));

    timeline.saw(5);
    expect(timeline.atTheEnd).toBe(true);
    expect(timeline.settled).toBe(false);
    timeline.saw(6);
    expect(timeline.settled).toBe(true);
  });
  it('tells no more than what has been seen', () => {
    const timeline = begun(2);
    timeline.add(moments(3, 4));

    expect(seqs(timeline.told)).toEqual([0, 1, 2]);
    timeline.saw(3);
    expect(seqs(timeline.told)).toEqual([0, 1, 2, 3]);
  });
  it('knows what comes first of all that may not be told yet, so that nothing else has to wait for what moves', () => {
    const timeline = begun(2);
    expect(timeline.untold).toBe(Infinity);
    timeline.add(moments(3, 4));

    expect(timeline.untold).toBe(3);
    timeline.saw(3);
    expect(timeline.untold).toBe(4);
    timeline.saw(4);
    expect(timeline.untold).toBe(Infinity);
  });
  it('takes no notice of a board that speaks of another moment, or speaks twice', () => {
    const timeline = begun(4);
    timeline.add(moments(5, 7));
    timeline.saw(5);
    timeline.saw(5);
    timeline.saw(7);

    expect(timeline.moment?.seq).toBe(6);
  });
  it('overrules a board that forgets to say what it has shown', () => {
    const timeline = begun(4);
    timeline.add(moments(5, 6));
    vi.advanceTimersByTime(LONGEST_MS - 1);
    expect(timeline.moment?.seq).toBe(5);
    vi.advanceTimersByTime(1);
    expect(timeline.moment?.seq).toBe(6);
    timeline.close();
    vi.advanceTimersByTime(LONGEST_MS);
    expect(timeline.settled).toBe(false);
  });
  it('hears nothing new in what it knows already', () => {
    const timeline = begun(4);
    timeline.add(moments(3, 4));

    expect(shown(timeline)).toEqual([4, null]);
    expect(seqs(timeline.moments)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('old moments, without a view,', () => {
  it('are told, and not presented', () => {
    const timeline = new Timeline();
    timeline.add([old(1), old(2), moment(3)]);

    expect(shown(timeline)).toEqual([3, null]);
    expect(seqs(timeline.told)).toEqual([1, 2, 3]);
    expect(timeline.news).toEqual([]);
  });
  it('leave nothing to animate from', () => {
    const timeline = begun(2);
    timeline.add([old(3), old(4), moment(5), moment(6)]);

    expect(shown(timeline)).toEqual([6, 'view 5']);
    expect(seqs(timeline.news)).toEqual([3, 4, 5, 6]);
    timeline.keep(2);
    timeline.add([old(3), moment(5)]);
    expect(shown(timeline)).toEqual([5, null]);
    expect(seqs(timeline.news)).toEqual([3, 5]);
  });
  it('can be given their view later', () => {
    const timeline = new Timeline();
    timeline.add([old(1), old(2), moment(3)]);
    timeline.keep(2);
    expect(timeline.moment).toBeNull();

    timeline.add([moment(2)]);

    expect(shown(timeline)).toEqual([2, null]);
    expect(timeline.settled).toBe(true);
  });
});

describe('what was taken back', () => {
  it('is gone, and the last that stands is shown as it is', () => {
    const timeline = begun(5);
    timeline.keep(4);
    timeline.add([moment(4)]);

    expect(shown(timeline)).toEqual([4, null]);
    expect(seqs(timeline.told)).toEqual([0, 1, 2, 3, 4]);
    expect(timeline.news).toEqual([]);
    expect(timeline.settled).toBe(true);
  });
  it('makes way for what was done instead', () => {
    const timeline = begun(5);
    timeline.keep(4);
    timeline.add([moment(7)]);

    expect(shown(timeline)).toEqual([7, 'view 4']);
    timeline.saw(7);
    expect(seqs(timeline.told)).toEqual([0, 1, 2, 3, 4, 7]);
  });
  it('is of no concern to somebody who had not come so far', () => {
    const timeline = begun(4);
    timeline.add(moments(5, 7));
    timeline.keep(6);

    expect(shown(timeline)).toEqual([5, 'view 4']);
    timeline.saw(5);
    timeline.saw(6);
    expect(timeline.settled).toBe(true);
  });
  it('does not come back when a board that was animating it says that it is done', () => {
    const timeline = begun(4);
    timeline.add([moment(5)]);
    timeline.keep(4);
    timeline.saw(5);
    vi.advanceTimersByTime(LONGEST_MS);

    expect(shown(timeline)).toEqual([4, null]);
  });
});

describe('somebody who', () => {
  it('cannot wait is shown the newest moment at once, and told what he passed over', () => {
    const timeline = begun(4);
    timeline.add(moments(5, 7));
    timeline.catchUp();

    expect(shown(timeline)).toEqual([7, null]);
    expect(seqs(timeline.news)).toEqual([6, 7]);
    expect(timeline.settled).toBe(true);
  });
  it('cannot wait for the newest itself sees it as it stands: to the board it is a new one', () => {
    const timeline = begun(4);
    timeline.add([moment(5)]);
    const moving = timeline.moment;
    timeline.catchUp();

    expect(shown(timeline)).toEqual([5, null]);
    expect(timeline.moment).not.toBe(moving);
    expect(timeline.settled).toBe(true);
    expect(seqs(timeline.news)).toEqual([5]);
  });
  it('is far behind is brought up to date at once', () => {
    const timeline = begun(4);
    timeline.add(moments(5, 5 + TOO_MANY));

    expect(shown(timeline)).toEqual([5 + TOO_MANY, null]);
    expect(seqs(timeline.news)).toEqual([5 + TOO_MANY]);
  });
  it('is a little behind is not', () => {
    const timeline = begun(4);
    timeline.add(moments(5, 4 + TOO_MANY));

    expect(shown(timeline)).toEqual([5, 'view 4']);
  });
  it('wants no motion, or does not look, has seen everything as soon as it is there', () => {
    const timeline = begun(4, { still: () => true });
    timeline.add(moments(5, 7));

    expect(shown(timeline)).toEqual([7, null]);
    expect(seqs(timeline.news)).toEqual([5, 6, 7]);
    expect(timeline.settled).toBe(true);
  });
});

describe('in a race', () => {
  const race = { race: () => true };
  it('a moment does not wait until another has been seen', () => {
    const timeline = begun(4, race);
    timeline.add([moment(5)]);
    timeline.add([moment(6)]);

    expect(shown(timeline)).toEqual([6, 'view 5']);
  });
  it('of several at once only the last is shown, from the view of the one before it', () => {
    const timeline = begun(4, race);
    timeline.add(moments(5, 7));

    expect(shown(timeline)).toEqual([7, 'view 6']);
    expect(seqs(timeline.news)).toEqual([5, 6, 7]);
  });
});

describe('a replay', () => {
  const replay = (manner: Manner = {}): Timeline => {
    const timeline = new Timeline({ follows: false, ...manner });
    timeline.add(moments(0, 9));
    return timeline;
  };
  it('stays at its beginning until it is asked for another moment', () => {
    expect(shown(replay())).toEqual([0, null]);
  });
  it('moves when it is taken one step on', () => {
    const timeline = replay();
    timeline.present(1);
    expect(shown(timeline)).toEqual([1, 'view 0']);
    timeline.saw(1);
    expect(shown(timeline)).toEqual([1, 'view 0']);
    timeline.present(2);
    expect(shown(timeline)).toEqual([2, 'view 1']);
  });
  it('jumps to any other moment', () => {
    const timeline = replay();
    timeline.present(7);
    expect(shown(timeline)).toEqual([7, null]);
    timeline.present(6);
    expect(shown(timeline)).toEqual([6, null]);
    timeline.present(99);
    expect(timeline.moment?.seq).toBe(6);
    expect(timeline.news).toEqual([]);
  });
  it('shows who cannot wait the moment that he is at, not the end', () => {
    const timeline = replay();
    timeline.present(1);
    timeline.catchUp();

    expect(shown(timeline)).toEqual([1, null]);
  });
  it('jumps for those who want no motion', () => {
    const timeline = replay({ still: () => true });
    timeline.present(1);

    expect(shown(timeline)).toEqual([1, null]);
  });
});

describe('a timeline that rests', () => {
  const rests = ({ seq }: Moment): boolean => seq % 10 === 0;
  /** As somebody who has come to the fifth moment. */
  function arrived(manner: Manner = {}): Timeline {
    const timeline = new Timeline({ ...manner, rests });
    timeline.add(moments(0, 5));
    timeline.arrive();
    return timeline;
  }

  it('stays where something is to be looked at, until somebody says that it goes on', () => {
    const timeline = arrived();
    timeline.add(moments(6, 12));
    for (const seq of [6, 7, 8, 9, 10]) timeline.saw(seq);

    expect([timeline.moment?.seq, timeline.resting, timeline.settled]).toEqual([10, true, false]);
    timeline.goOn();
    expect([timeline.moment?.seq, timeline.resting]).toEqual([11, false]);
  });
  it('is not passed over by somebody who wants no motion', () => {
    const timeline = arrived({ still: () => true });
    timeline.add(moments(6, 12));

    expect([timeline.moment?.seq, timeline.resting]).toEqual([10, true]);
    timeline.goOn();
    expect([timeline.moment?.seq, timeline.settled]).toEqual([12, true]);
  });
  it('is not passed over by somebody who cannot wait, or by very many moments', () => {
    const timeline = arrived();
    timeline.add(moments(6, 12));
    timeline.catchUp();
    expect([timeline.moment?.seq, timeline.resting]).toEqual([10, true]);
    timeline.add(moments(13, 13 + 2 * TOO_MANY));
    timeline.goOn();
    for (let seq = 11; seq <= 20; seq++) timeline.saw(seq);

    expect([timeline.moment?.seq, timeline.resting]).toEqual([20, true]);
  });
  it('is settled when it has gone on from the newest moment', () => {
    const timeline = arrived({ still: () => true });
    timeline.add(moments(6, 10));

    expect([timeline.resting, timeline.settled]).toEqual([true, false]);
    timeline.goOn();
    expect([timeline.resting, timeline.settled]).toEqual([false, true]);
  });
  it('does not rest for somebody who comes later, and rests again for what was taken back', () => {
    const timeline = new Timeline({ rests, still: () => true });
    timeline.add(moments(0, 12));
    timeline.arrive();
    expect([timeline.moment?.seq, timeline.resting]).toEqual([12, false]);
    timeline.keep(9);
    timeline.add(moments(10, 11));

    expect([timeline.moment?.seq, timeline.resting]).toEqual([10, true]);
  });
});
