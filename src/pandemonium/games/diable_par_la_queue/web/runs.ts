// Whose tail runs over which strand of which card, and what a move has changed about that.
import { CELLS, KINDS, range, strandLength } from './geometry';
import type { Tail, View } from './wire';

/** A tail on its way over one card. */
export interface Run {
  readonly devil: string;
  readonly side: number;
  readonly end: Tail['end'];
  readonly enters: number;
  readonly leaves: number;
  /** How far it has come when it enters, so that its pattern goes on without a break. */
  readonly at: number;
}

/** By crossing of a card as it lies on its cell. */
export type Runs = readonly (Run | undefined)[];

export function runsOf(tails: readonly Tail[]): Runs[] {
  const runs: (Run | undefined)[][] = range(0, CELLS).map(() => []);
  for (const { devil, side, end, path } of tails) {
    let at = 0;
    for (const { cell, enters, leaves } of path) {
      const run = { devil, side, end, enters, leaves, at };
      const here = runs[cell];
      if (here) here[enters] = here[leaves] = run;
      at += strandLength(enters, leaves);
    }
  }
  return runs;
}

/** The pairs of crossings that a kind joins, as it is printed. */
export function joins(kind: number): [number, number][] {
  return (KINDS[kind] ?? '').split('-').map((pair) => [Number(pair[0]), Number(pair[1])]);
}

/** In how many ways a card of this kind can lie. */
export function turnsOf(kind: number): number {
  return kind < 3 ? 1 : 3;
}

/** The tails with some of them replaced, by letter. */
export function withTails(tails: readonly Tail[], changed: readonly Tail[]): Tail[] {
  return tails.map((tail) => changed.find(({ devil }) => devil === tail.devil) ?? tail);
}

/** A tail that has grown, and how many cards it had crossed before. */
export interface Growth {
  readonly tail: Tail;
  readonly from: number;
}

/** What the last move has added: nothing, if the board has jumped to another moment. */
export function growth(before: View, now: View): { laid: number[]; grown: Growth[] } {
  const laid = range(0, CELLS).filter((cell) => now.cards[cell] && !before.cards[cell]);
  const taken = range(0, CELLS).some((cell) => before.cards[cell] && !now.cards[cell]);
  if (taken || laid.length > 2) return { laid: [], grown: [] };
  const grown = now.tails.flatMap((tail, devil) => {
    const from = before.tails[devil]?.length ?? 0;
    return tail.length > from ? [{ tail, from }] : [];
  });
  return { laid, grown };
}

/** How many sides there are, and which is whose. */
export function sidesOf(seats: number): number {
  return seats === 3 ? 3 : 2;
}

export function seatsOf(side: number, seats: number): number[] {
  return range(0, seats).filter((seat) => seat % sidesOf(seats) === side);
}

/** What a tail scores as it lies. */
export function pointsOf(tail: Tail): number {
  return tail.end === 'tail' ? tail.length : 0;
}
