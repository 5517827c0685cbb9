// Whose tail runs where, before and after it has grown.
import { describe, expect, it } from 'vitest';

import { example } from './example';
import { runsOf, withGrowth, withoutGrowth } from './runs';
import type { Tail } from './wire';

const followed = example.tail;

describe('runs', () => {
  it('put a tail on every strand of its way, twice on a card that it crosses twice', () => {
    const runs = runsOf([followed]);
    expect(runs.flat().filter((run) => run?.devil === followed.devil)).toHaveLength(2 * followed.length);
    expect(runs[15]?.filter((run) => run !== undefined)).toHaveLength(4);
  });

  it('know how far the tail has come, so that its pattern goes on', () => {
    const ats = followed.path.map(([cell, enters]) => runsOf([followed])[cell]?.[enters]?.at ?? -1);
    expect(ats[0]).toBe(0);
    expect(ats.every((far, step) => step === 0 || far > (ats[step - 1] ?? 0))).toBe(true);
  });
});

describe('growth', () => {
  const other: Tail = { ...followed, devil: 'A' };
  const short: Tail = { ...followed, end: 'open', into: '', length: 3, path: followed.path.slice(0, 3) };
  const grown = [{ before: 3, tail: followed }];

  it('replaces the tails that it names', () => {
    expect(withGrowth([other, short], grown)).toEqual([other, followed]);
  });

  it('is not to be seen before it has begun: the tail is shorter, and open', () => {
    const [first, second] = withoutGrowth([other, followed], grown);
    expect(first).toBe(other);
    expect([second?.end, second?.path.length]).toEqual(['open', 3]);
  });
});
