// What does the page say about a match of Le Diable Sauteur?
import { describe, expect, it } from 'vitest';

import { log, NAMES, pursuit, race, words } from './scenes';
import { ask, tell } from './tell';
import type { Action, View } from './types';

const story = (view: View, ...moves: Parameters<typeof log>): string[] =>
  log(...moves).map((move) => tell(move, view, words, NAMES));

describe('a pursuit', () => {
  it('computes the points of a number aloud, without signs', () => {
    const view = pursuit({ phase: 'move', turn: 1, jumped: [{ key: 2, face: 4, points: 8 }], points: 8 });
    const said = story(
      view,
      ['nature', { type: 'devil', seat: 0 }],
      [0, { type: 'hide', key: null }],
      [1, { type: 'press', key: 2 }],
      ['nature', { type: 'jump', face: 4 }],
    );

    expect(said.at(-1)).toBe('Number 4 jumps out: 4 times key 2 makes 8 points.');
    expect(said.join()).not.toMatch(/[×=→ψ]/);
  });

  it('names the people whom the devil has caught', () => {
    const caught = {
      hider: 0,
      jumped: [{ key: 2, face: 'devil' as const, points: 0 }],
      devil: 2,
      caught: ['blue' as const, 'orange' as const],
    };
    const view = pursuit({ devil: 6, last_hiding: caught });
    const said = story(
      view,
      ['nature', { type: 'devil', seat: 0 }],
      [0, { type: 'hide', key: null }],
      [1, { type: 'press', key: 2 }],
      ['nature', { type: 'jump', face: 'devil' }],
    );

    expect(said.at(-1)).toBe('The devil jumps from key 2! He runs 6 cells. Caught: Blue and Orange.');
  });

  it('does not tell a catch of now about a devil of long ago, when a whole log is told anew', () => {
    const caught = {
      hider: 0,
      jumped: [{ key: 1, face: 'devil' as const, points: 0 }],
      devil: 1,
      caught: ['orange' as const],
    };
    const view = pursuit({ devil: 6, last_hiding: caught }, [8, 4, 6]);
    const said = story(
      view,
      ['nature', { type: 'devil', seat: 0 }],
      [0, { type: 'hide', key: null }],
      [1, { type: 'press', key: 1 }],
      ['nature', { type: 'jump', face: 'devil' }],
      [0, { type: 'hide', key: null }],
      [1, { type: 'press', key: 2 }],
      ['nature', { type: 'jump', face: 3 }],
      [1, { type: 'move', person: 'blue' }],
      [1, { type: 'again' }],
      [0, { type: 'hide', key: null }],
      [1, { type: 'press', key: 1 }],
      ['nature', { type: 'jump', face: 'devil' }],
    );

    expect(said[3]).toBe('The devil jumps from key 1! He runs 3 cells.');
    expect(said[7]).toBe('Blue moves 6 cells, to 8.');
    expect(said.at(-1)).toContain('Caught: Orange.');
  });
});

describe('a race', () => {
  it('says how much is at risk, and what a devil takes', () => {
    const moves: Parameters<typeof log> = [
      ['nature', { type: 'red', seat: 0 }],
      ['nature', { type: 'hider', seat: 0 }],
      [0, { type: 'hide', key: null }],
      [1, { type: 'press', key: 3 }],
      ['nature', { type: 'jump', face: 5 }],
      [1, { type: 'press', key: 4 }],
      ['nature', { type: 'jump', face: 2 }],
      [1, { type: 'press', key: 1 }],
      ['nature', { type: 'jump', face: 'devil' }],
    ];
    const said = story(race({ turn: 1, hider: 1, shooter: 0 }), ...moves);

    expect(said[6]).toContain('23 points at risk');
    expect(said[8]).toBe('The devil jumps from key 1! Bea loses 23 points, and hides next.');
  });

  it('believes the view where the beginning of the log is missing', () => {
    const view = race({ phase: 'choose', turn: 1, jumped: [{ key: 4, face: 6, points: 24 }], points: 24 });
    const [move] = log(['nature', { type: 'jump', face: 6 }]);

    expect(move && tell({ ...move, seq: 77 }, view, words, NAMES)).toContain('24 points');
  });
});

describe('what is asked', () => {
  const press = (key: number): Action => ({ type: 'press', key });

  it('offers to press on or to stop, with what there is to gain', () => {
    const view = race({ phase: 'choose', points: 8 });

    expect(ask(view, [press(1), press(4), { type: 'stop' }], words)).toBe(
      'Press another key (1 or 4), or stop and run 8 cells?',
    );
  });

  it('never names a key to the one who hides', () => {
    const hides: Action[] = [1, 2, 3, 4].map((key) => ({ type: 'hide', key }));

    expect(ask(pursuit(), hides, words)).not.toMatch(/\d/);
  });

  it('asks nothing of those who only watch', () => {
    expect(ask(pursuit(), [], words)).toBe('');
  });
});
