// Was the luck of a finished match true? Recomputed in the reader's own browser, as docs/fairness.md says.
import { hmac, joined, sha256 } from './sha256';
import type { Replay } from './wire';

export interface Draw {
  bound: string;
  /** What the house says it drew, and what the seed gives. */
  said: string;
  found: string;
}

export interface CheckedMove {
  /** Nature's moves, counted from 0. */
  number: number;
  /** Its place in the match. */
  at: number;
  text: string;
  draws: Draw[];
  isTrue: boolean;
}

export interface Verdict {
  commitment: string;
  fingerprint: string;
  seedIsTrue: boolean;
  moves: CheckedMove[];
  isTrue: boolean;
}

export async function check(replay: Pick<Replay, 'table' | 'seed' | 'salts' | 'moments'>): Promise<Verdict> {
  const seed = bytes(replay.seed);
  const fingerprint = hex(await sha256(seed));
  const seedIsTrue = fingerprint === replay.table.commitment.toLowerCase();
  const moves: CheckedMove[] = [];
  const block = await blocks(seed, replay.salts);
  for (const [at, { move, draws }] of replay.moments.entries()) {
    if (move?.by !== 'nature') continue;
    const stream = new Stream((j) => block(moves.length, j));
    const checked: Draw[] = [];
    for (const [bound, said] of draws) checked.push({ bound, said, found: String(await stream.below(BigInt(bound))) });
    const isTrue = checked.every(({ said, found }) => said === found);
    moves.push({ number: moves.length, at, text: move.text, draws: checked, isTrue });
  }
  return {
    commitment: replay.table.commitment,
    fingerprint,
    seedIsTrue,
    moves,
    isTrue: seedIsTrue && moves.every((move) => move.isTrue),
  };
}

/** block(m, j) = HMAC-SHA-256(seed, salts ‖ m ‖ j). */
export async function blocks(
  seed: Uint8Array,
  salts: readonly (readonly [number, string])[],
): Promise<(move: number, number: number) => Promise<Uint8Array>> {
  const keyed = await hmac(seed);
  const inOrder = [...salts].sort(([one], [other]) => one - other);
  const prefix = joined(...inOrder.map(([seat, salt]) => joined(Uint8Array.of(seat), bytes(salt))));
  return (move, number) => keyed(joined(prefix, fourBytes(move), fourBytes(number)));
}

/** The stream of one move of nature, and numbers from it without bias. */
export class Stream {
  #pool = new Uint8Array(0);
  #read = 0;

  constructor(readonly block: (number: number) => Promise<Uint8Array>) {}

  async below(bound: bigint): Promise<bigint> {
    const size = byteLength(bound);
    const limit = (256n ** BigInt(size) / bound) * bound;
    for (;;) {
      const number = await this.#next(size);
      if (number < limit) return number % bound;
    }
  }

  async #next(size: number): Promise<bigint> {
    const end = this.#read + size;
    while (this.#pool.length < end) {
      this.#pool = new Uint8Array(joined(this.#pool, await this.block(this.#pool.length / 32)));
    }
    let number = 0n;
    for (const byte of this.#pool.subarray(this.#read, end)) number = number * 256n + BigInt(byte);
    this.#read = end;
    return number;
  }
}

/** The smallest b with 256^b ≥ n. */
function byteLength(bound: bigint): number {
  let size = 0;
  for (let power = 1n; power < bound; power *= 256n) size++;
  return size;
}

export function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fourBytes(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}
