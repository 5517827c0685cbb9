// Does what is to be seen come to rest where the moment says, and tell nothing before?
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Stage } from './stage.svelte';
import type { Fact, Moment, Runner, View } from './types';

const person = (name: Runner['name'], cell: number): Runner => ({
  name,
  seat: 1,
  cell,
  run: 0,
  status: 'track',
  to_go: 30 - cell,
  in_reach: true,
  target: null,
  home: 30,
});

/** A pursuit in which Ann (0) is the Devil and Bea (1) the Pursued; only what matters is told. */
function pursuit(told: Partial<View> = {}): View {
  return {
    eyes: 'public',
    options: { rule: 'a', track: 30, dice: 'plain', rounds: 2 },
    rule: 'a',
    track: 30,
    round: 1,
    rounds: 2,
    phase: 'hide',
    turn: 0,
    hider: 0,
    shooter: 1,
    red: null,
    starts: [],
    keys: [],
    sides: [],
    hidden: null,
    left: [],
    pressed: null,
    jumped: [],
    moved: [],
    reckoning: null,
    points: 0,
    devil: 0,
    stride: 3,
    reach: 12,
    reach_again: null,
    runners: [person('blue', 2), person('orange', 4), person('green', 9)],
    played: [],
    scores: [0, 0],
    last_hiding: null,
    over: false,
    ...told,
  };
}

const moment = (view: View, ...facts: Fact[]): Moment => ({ seq: 7, by: 1, what: null, at: 0, text: '', facts, view });

/** What has been seen, and heard. */
let seen: number[];
let heard: string[];
const manner = (still = false) => ({
  still,
  sound: (name: string) => void heard.push(name),
  seen: (seq: number) => void seen.push(seq),
});

beforeEach(() => {
  vi.useFakeTimers();
  seen = [];
  heard = [];
});

const pressed = pursuit({ phase: 'jump', turn: null, left: [1, 3, 4], pressed: 2 });
const caught = pursuit({
  devil: 6,
  runners: pressed.runners.map((its) => (its.cell <= 6 ? { ...its, status: 'caught' } : its)),
});
const devil: Fact[] = [
  { type: 'devil-jumped', key: 2 },
  { type: 'devil-ran', key: 2, stride: 3, cells: 6, from_cell: 0, to_cell: 6, number: 6 },
  { type: 'caught', persons: ['blue', 'orange'] },
];
const number = {
  type: 'number-jumped' as const,
  key: 2,
  face: 4,
  points: 8,
  terms: [{ key: 2, face: 4, points: 8 }],
  total: 8,
  at_risk: false,
};
const moving = pursuit({ phase: 'move', turn: 1, left: [1, 3, 4], jumped: number.terms, reckoning: number, points: 8 });

describe('a stage', () => {
  it('shows a first look as it is, at once and in silence', () => {
    const stage = new Stage(pursuit());
    stage.present(moment(caught, ...devil), null, manner());

    expect(stage.busy).toBe(false);
    expect(stage.devil).toBe(6);
    expect(stage.figures[0]).toEqual({ name: 'blue', cell: 2, status: 'caught' });
    expect([seen, heard]).toEqual([[7], []]);
  });

  it('moves nothing where no motion is wanted', () => {
    const stage = new Stage(pressed);
    stage.present(moment(caught, ...devil), pressed, manner(true));

    expect(stage.view).toBe(caught);
    expect([seen, stage.busy]).toEqual([[7], false]);
  });

  it('lets the devil run cell by cell, and take those whom he comes to on the way', async () => {
    const stage = new Stage(pressed);
    stage.present(moment(caught, ...devil), pressed, manner());

    await vi.advanceTimersByTimeAsync(950 + 450 + 1900 + 800);
    expect(stage.devil).toBeLessThan(6);
    expect(stage.figures.map(({ status }) => status)).toEqual(['caught', 'track', 'track']);
    await vi.advanceTimersByTimeAsync(9000);
    expect(stage.busy).toBe(false);
    expect(stage.devil).toBe(6);
    expect(stage.figures.map(({ status }) => status)).toEqual(['caught', 'caught', 'track']);
    expect(seen).toEqual([7]);
  });

  it('tells nothing before the die has come down', async () => {
    const stage = new Stage(pressed);
    stage.present(moment(moving, number), pressed, manner());

    await vi.advanceTimersByTimeAsync(600);
    expect(stage.leaps).toBe(2);
    expect([stage.view, stage.reckoning, seen]).toEqual([pressed, null, []]);
    await vi.advanceTimersByTimeAsync(400);
    expect([stage.view, stage.reckoning]).toEqual([pressed, number]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([stage.view, seen]).toEqual([moving, [7]]);
  });

  it('is where the moment ends as soon as somebody has seen enough, and says so once', async () => {
    const stage = new Stage(pressed);
    stage.present(moment(moving, number), pressed, manner());
    stage.hurry();
    await vi.advanceTimersByTimeAsync(9000);

    expect([stage.view, stage.busy, seen]).toEqual([moving, false, [7]]);
  });

  it('drops whatever was moving when another moment cannot wait', async () => {
    const stage = new Stage(pressed);
    stage.present(moment(caught, ...devil), pressed, manner());
    stage.present({ ...moment(moving), seq: 9 }, null, manner());
    await vi.advanceTimersByTimeAsync(9000);

    expect([stage.view, stage.devil, seen]).toEqual([moving, 0, [9]]);
  });

  it('shows a person safe at home only when he has got there', async () => {
    const home = pursuit({ runners: [{ ...person('blue', 30), status: 'arrived' }, ...moving.runners.slice(1)] });
    const stage = new Stage(moving);
    stage.present(
      moment(home, { type: 'moved', person: 'blue', points: 40, from_cell: 2, to_cell: 30, landing: 'home' }),
      moving,
      manner(),
    );

    await vi.advanceTimersByTimeAsync(700);
    expect(stage.figures[0]?.status).toBe('track');
    await vi.advanceTimersByTimeAsync(1300);
    expect(stage.figures[0]).toEqual({ name: 'blue', cell: 30, status: 'arrived' });
    expect(stage.notice?.[0]?.type).toBe('moved');
  });

  it('says of what somebody runs what the rules say of it, and reckons nothing itself', async () => {
    const risky = pursuit({ reckoning: { ...number, at_risk: true } });
    const settled = { ...number, total: 99 };
    const stage = new Stage(risky);
    stage.present(
      moment(moving, {
        ...{ type: 'ran', seat: 1, person: 'orange', points: 8 },
        ...{ from_cell: 4, to_cell: 12, to_go: 18, settled },
      }),
      risky,
      manner(),
    );

    await vi.advanceTimersByTimeAsync(100);
    expect(stage.reckoning).toEqual(settled);
  });

  it('shows the hider alone where the die of devils is, from the moment the lid is shut', () => {
    const before = pursuit({ eyes: 0 });
    const stage = new Stage(before);
    stage.present(moment(pursuit({ eyes: 0, phase: 'press', hidden: 3 }), { type: 'hid', seat: 0 }), before, manner());

    expect([stage.lid, stage.known]).toEqual(['shut', 3]);
  });
});
