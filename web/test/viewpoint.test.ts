// What some eyes are offered, and when.
import { describe, expect, it } from 'vitest';

import { Viewpoint } from '../viewpoint.svelte';
import type { Moment, Position } from '../wire';

const moment = (seq: number): Moment => ({
  seq,
  by: 0,
  what: null,
  at: 0,
  text: '',
  facts: [],
  view: { seq },
  score: null,
});

function position(upTo: number, more: Partial<Position> = {}): Position {
  return {
    version: upTo,
    eyes: 0,
    moments: [moment(upTo)],
    legal: [`after ${String(upTo)}`],
    question: null,
    toAct: [0],
    deadline: null,
    coverAt: null,
    canUndo: true,
    result: null,
    ...more,
  };
}

function looking({ race = false } = {}): Viewpoint {
  const viewpoint = new Viewpoint(position(4), { race: () => race, still: () => false });
  viewpoint.hear(position(4), 0);
  return viewpoint;
}

describe('a viewpoint', () => {
  it('offers at first sight what can be done', () => {
    expect(looking().now?.legal).toEqual(['after 4']);
  });
  it('offers nothing while something is still to be seen', () => {
    const viewpoint = looking();
    viewpoint.hear(position(5), 4);

    expect(viewpoint.now).toBeNull();
    viewpoint.timeline.saw(5);
    expect(viewpoint.now?.legal).toEqual(['after 5']);
  });
  it('offers only what can be done after the last of several moments', () => {
    const viewpoint = looking();
    viewpoint.hear(position(5), 4);
    viewpoint.hear(position(6), 5);
    viewpoint.timeline.saw(5);

    expect(viewpoint.now).toBeNull();
    viewpoint.timeline.saw(6);
    expect(viewpoint.now?.legal).toEqual(['after 6']);
  });
  it('offers what could be done before when a move was taken back', () => {
    const viewpoint = looking();
    viewpoint.hear(position(5), 4);
    viewpoint.hear(position(4, { version: 6 }), 4);

    expect(viewpoint.timeline.moment?.seq).toBe(4);
    expect(viewpoint.now?.legal).toEqual(['after 4']);
    expect(viewpoint.version).toBe(6);
  });
  it('keeps how it ended to itself until the last moment has been seen', () => {
    const result = { standings: [{ points: 3, place: 1 }] };
    const viewpoint = looking();
    viewpoint.hear(position(5, { legal: [], result }), 4);

    expect(viewpoint.result).toBeNull();
    viewpoint.timeline.saw(5);
    expect(viewpoint.result).toBe(result);
  });
  it('does not make anybody wait in a race, except for how it ended', () => {
    const result = { standings: [{ points: 3, place: 1 }] };
    const viewpoint = looking({ race: true });
    viewpoint.hear(position(5, { result }), 4);

    expect(viewpoint.now?.legal).toEqual(['after 5']);
    expect(viewpoint.result).toBeNull();
  });
});
