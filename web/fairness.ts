// Was the luck of a finished match true? Recomputed in the reader's own browser, as docs/fairness.md says.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

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

export function check(replay: Pick<Replay, 'table' | 'seed' | 'salts' | 'moments' | 'draws'>): Verdict {
  const seed = hexToBytes(replay.seed);
  const fingerprint = bytesToHex(sha256(seed));
  const seedIsTrue = fingerprint === replay.table.commitment.toLowerCase();
  const moves: CheckedMove[] = [];
  const block = blocks(seed, replay.salts);
  const drawn = new Map(replay.draws.map(({ seq, numbers }) => [seq, numbers]));
  for (const [at, { seq, by, text }] of replay.moments.entries()) {
    if (by !== 'nature') continue;
    const stream = new Stream((j) => block(moves.length, j));
    const draws = (drawn.get(seq) ?? []).map(([bound, said]) => ({
      bound,
      said,
      found: String(stream.below(BigInt(bound))),
    }));
    moves.push({ number: moves.length, at, text, draws, isTrue: draws.every(({ said, found }) => said === found) });
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
export function blocks(
  seed: Uint8Array,
  salts: readonly (readonly [number, string])[],
): (move: number, number: number) => Uint8Array {
  const inOrder = [...salts].sort(([one], [other]) => one - other);
  const prefix = concatBytes(...inOrder.flatMap(([seat, salt]) => [Uint8Array.of(seat), hexToBytes(salt)]));
  return (move, number) => hmac(sha256, seed, concatBytes(prefix, fourBytes(move), fourBytes(number)));
}

/** The stream of one move of nature, and numbers from it without bias. */
export class Stream {
  #pool: Uint8Array = new Uint8Array(0);
  #read = 0;

  constructor(readonly block: (number: number) => Uint8Array) {}

  below(bound: bigint): bigint {
    const size = byteLength(bound);
    const limit = (256n ** BigInt(size) / bound) * bound;
    for (;;) {
      const number = this.#next(size);
      if (number < limit) return number % bound;
    }
  }

  #next(size: number): bigint {
    const end = this.#read + size;
    while (this.#pool.length < end) this.#pool = concatBytes(this.#pool, this.block(this.#pool.length / 32));
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

function fourBytes(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}
