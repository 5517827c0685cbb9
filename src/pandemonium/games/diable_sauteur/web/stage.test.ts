// Does what is to be seen come to rest where the view says?
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { log, pursuit, race } from './scenes';
import { Stage } from './stage.svelte';

const quiet = { still: false, sound: () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
});

describe('a stage', () => {
  it('shows a first view as it is', () => {
    const stage = new Stage();
    stage.follow(pursuit({ devil: 5 }, [9, 4, 6]), [], quiet);

    expect(stage.busy).toBe(false);
    expect(stage.devil).toBe(5);
    expect(stage.figures[0]).toEqual({ name: 'blue', cell: 9, status: 'track' });
  });

  it('lets the devil run cell by cell, and take those whom he comes to on the way', async () => {
    const stage = new Stage();
    stage.follow(pursuit({ phase: 'jump', turn: null, left: [1, 3, 4], pressed: 2 }), [], quiet);
    const last = {
      hider: 0,
      jumped: [{ key: 2, face: 'devil' as const, points: 0 }],
      devil: 2,
      caught: ['blue' as const, 'orange' as const],
    };
    const after = pursuit({ devil: 6, last_hiding: last });
    after.runners = after.runners.map((its, nth) => (nth < 2 ? { ...its, status: 'caught' as const } : its));
    stage.follow(after, log(['nature', { type: 'jump', face: 'devil' }]), quiet);

    await vi.advanceTimersByTimeAsync(950 + 450 + 1900 + 700);
    expect(stage.devil).toBeLessThan(6);
    expect(stage.figures[1]?.status).toBe('track');
    await vi.advanceTimersByTimeAsync(9000);
    expect(stage.busy).toBe(false);
    expect(stage.devil).toBe(6);
    expect(stage.figures.map(({ status }) => status)).toEqual(['caught', 'caught', 'track']);
  });

  it('tells nothing before the die has come down', async () => {
    const stage = new Stage();
    const before = race({ phase: 'press', turn: 1, left: [1, 2, 3, 4] });
    stage.follow(before, [], quiet);
    const after = race({
      phase: 'choose',
      turn: 1,
      left: [1, 2, 3],
      jumped: [{ key: 4, face: 6, points: 24 }],
      points: 24,
    });
    stage.follow(after, log([1, { type: 'press', key: 4 }], ['nature', { type: 'jump', face: 6 }]), quiet);

    await vi.advanceTimersByTimeAsync(600);
    expect(stage.leaps).toBe(4);
    expect(stage.seen).toBe(before);
    stage.hurry();
    await vi.advanceTimersByTimeAsync(1);
    expect(stage.seen).toBe(after);
    expect(stage.busy).toBe(false);
  });
});
