// What moves while a moment is shown, and when it has been seen.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Moment } from '$kit/board';

import { example } from './example';
import { GROWS_MS, Motion, type Scene } from './motion.svelte';
import type { Action, Event, Fact, View } from './wire';

const tail = example.tail;
const cell = { cell: 3, half: 'upper', number: 4 } as const;
const laid: Fact = { type: 'laid', seat: 1, cell, kind: 0, turn: 0 };
const grew: Fact = { type: 'tail-grew', devil: tail.devil, before: 2, length: tail.length, open: tail.end === 'open' };

const said: string[] = [];
const seen: number[] = [];
const view = (phase: View['phase']): View => ({ eyes: 0, tails: [tail], phase }) as unknown as View;

function scene(facts: Fact[], given: Partial<Scene> & { by?: number | 'nature'; phase?: View['phase'] } = {}): Scene {
  const { by = 1, phase = 'name', ...rest } = given;
  const moment: Moment<View, Action | Event, Fact> = {
    seq: 7,
    by,
    what: null,
    at: 0,
    text: '',
    facts,
    view: view(phase),
  };
  const sound = (name: string): number => said.push(name);
  return { moment, before: view('lay'), still: false, sound, seen: (seq) => seen.push(seq), ...rest };
}

function shown(...given: Parameters<typeof scene>): Motion {
  const motion = new Motion();
  motion.show(scene(...given));
  return motion;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  said.length = seen.length = 0;
});

describe('a card', () => {
  it('of another player turns into place, and the tail lies short until it has grown', () => {
    const motion = shown([laid, grew]);
    expect([motion.fresh, motion.grown, motion.short]).toEqual([3, [{ before: 2, tail }], true]);
    expect([said, seen]).toEqual([['tile'], []]);
    vi.advanceTimersByTime(GROWS_MS + 400);
    expect([motion.fresh, motion.grown, motion.short, seen]).toEqual([null, [], false, [7]]);
  });

  it('of one’s own lies already, and keeps nobody waiting while its tail glows', () => {
    const motion = shown([laid, grew], { by: 0 });
    expect([motion.fresh, motion.short]).toEqual([null, false]);
    expect(seen).toEqual([7]);
    expect(motion.grown).toHaveLength(1);
    motion.show(scene([{ type: 'drawn', seat: 1, kind: 0 }], { by: 'nature' }));
    expect(motion.grown).toHaveLength(1);
    vi.advanceTimersByTime(GROWS_MS + 400);
    expect(motion.grown).toEqual([]);
  });

  it('that is drawn is looked at for a while, unless it is one’s own', () => {
    shown([{ type: 'drawn', seat: 1, kind: 0 }], { by: 'nature', phase: 'lay' });
    expect([said, seen]).toEqual([['card'], []]);
    vi.advanceTimersByTime(1000);
    shown([{ type: 'drawn', seat: 0, kind: 0 }], { by: 'nature', phase: 'lay' });
    expect(seen).toEqual([7, 7]);
  });
});

describe('nothing moves', () => {
  it('at first sight, after a jump and after an undo', () => {
    const motion = shown([laid, grew]);
    motion.show(scene([laid, grew], { before: null, phase: 'over' }));
    expect([motion.fresh, motion.grown, motion.short, motion.counted]).toEqual([null, [], false, null]);
    expect(seen).toEqual([7]);
    vi.advanceTimersByTime(60_000);
    expect([said, seen]).toEqual([['tile'], [7]]);
  });

  it('for whoever wants it still', () => {
    const motion = shown([laid, grew], { still: true, phase: 'over' });
    expect([motion.fresh, motion.grown, motion.counted]).toEqual([null, [], null]);
    expect([said, seen]).toEqual([['tile'], [7]]);
  });
});

describe('the count', () => {
  it('follows the last card, and has been seen when every tail is counted', () => {
    const motion = shown([laid, grew], { phase: 'over' });
    expect(motion.counted).toBe(0);
    vi.advanceTimersByTime(GROWS_MS + 700);
    expect(motion.traced?.tail).toBe(tail);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(2000);
    expect([motion.counted, motion.traced, seen]).toEqual([null, null, [7]]);
    expect(said).toEqual(['tile', 'tick', 'win']);
  });

  it('can be skipped, and seen again without being told again', () => {
    const motion = shown([laid, grew], { phase: 'over' });
    motion.skip();
    expect([motion.counted, seen]).toEqual([null, [7]]);
    motion.count([tail], () => undefined);
    expect(motion.counted).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect([motion.counted, seen]).toEqual([null, [7]]);
  });
});
