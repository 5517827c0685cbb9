// Whose tail runs over which strand of which card.
import { CELLS, range, strandLength } from './geometry';
import type { Growth, Tail } from './wire';

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
    for (const [cell, enters, leaves] of path) {
      const run = { devil, side, end, enters, leaves, at };
      const here = runs[cell];
      if (here) here[enters] = here[leaves] = run;
      at += strandLength(enters, leaves);
    }
  }
  return runs;
}

/** The tails as they lie when some of them have grown. */
export function withGrowth(tails: readonly Tail[], grown: readonly Growth[]): Tail[] {
  return tails.map((tail) => growthOf(tail, grown)?.tail ?? tail);
}

/** The tails as they lie while some of them have still to grow: shorter, and open. */
export function withoutGrowth(tails: readonly Tail[], grown: readonly Growth[]): Tail[] {
  return tails.map((tail) => {
    const growth = growthOf(tail, grown);
    return growth ? { ...tail, end: 'open', into: '', path: tail.path.slice(0, growth.before) } : tail;
  });
}

function growthOf(tail: Tail, grown: readonly Growth[]): Growth | undefined {
  return grown.find((growth) => growth.tail.devil === tail.devil);
}
