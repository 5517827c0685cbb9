// Was the luck of a finished match true? Recomputed in the reader's own browser, as docs/fairness.md says.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

import type { Evidence } from './evidence';
import { pledgeOf } from './evidence';
import { Luck, type Recipe } from './luck';
import { readPaper, type Paper } from './paper';
import type { Replay } from './wire';

/** A move of nature: what the house wrote down, and what the seed gives. */
export interface CheckedMove {
  /** Its place in the match. */
  at: number;
  written: string;
  /** null if it is not of this seed; '' if it is nothing that nature draws in this game. */
  found: string | null;
  /** What this browser saw when it happened; undefined if it saw nothing, or something covered. */
  seen: string | undefined;
  isTrue: boolean;
}

/** Everything that must hold; `null` where this browser has nothing to compare with. */
export interface Claims {
  /** The seed has the fingerprint that the house published, as this browser kept it. */
  seed: boolean;
  /** Which is the one that the replay names. */
  commitment: boolean | null;
  /** What this browser added is in the luck. */
  ownSalt: boolean | null;
  /** Everybody's salt is what he had pledged before anybody showed his. */
  pledges: boolean | null;
  /** The paper tells of the same luck and the same moves as the replay. */
  paper: boolean;
  /** Every deal, throw, draw and jump follows from the seed. */
  moves: boolean;
  /** And is what this browser saw. */
  seen: boolean | null;
}

export interface Verdict {
  claims: Claims;
  moves: CheckedMove[];
  isTrue: boolean;
}

type Checked = Pick<Replay, 'table' | 'seed' | 'salts' | 'moments' | 'paper'>;

/** Hold a finished match to what this browser kept of it, and derive all its luck. */
export function check(replay: Checked, recipe: Recipe, evidence: Evidence | null): Verdict {
  const { seed, salts, table } = replay;
  const fingerprint = bytesToHex(sha256(hexToBytes(seed)));
  const paper = readPaper(replay.paper);
  const moves = derived(replay, paper, recipe, evidence);
  const salt = new Map(salts);
  const pledged = evidence !== null && evidence.pledges.length > 0;
  const claims: Claims = {
    seed: fingerprint === (evidence?.commitment ?? table.commitment),
    commitment: evidence && evidence.commitment === table.commitment,
    ownSalt:
      evidence && evidence.seat !== null && evidence.salt !== '' ? salt.get(evidence.seat) === evidence.salt : null,
    pledges: pledged
      ? salts.every(([seat]) => evidence.pledges[seat]) &&
        evidence.pledges.every((pledge, seat) => pledge === '' || pledgeOf(salt.get(seat) ?? '') === pledge)
      : null,
    paper: agrees(replay, paper),
    moves: moves.every(({ written, found }) => found === null || found === written) && moves.length > 0,
    seen: evidence && moves.every(({ written, seen }) => seen === undefined || seen === written),
  };
  return { claims, moves, isTrue: Object.values(claims).every((claim) => claim !== false) };
}

function derived(replay: Checked, paper: Paper, recipe: Recipe, evidence: Evidence | null): CheckedMove[] {
  const block = blocks(hexToBytes(replay.seed), replay.salts);
  const stream = (move: number): Stream => new Stream((number) => block(move, number));
  const luck = new Luck(recipe, paper.seats, { ...paper.options, ...replay.table.options }, stream);
  const moves: CheckedMove[] = [];
  for (const [place, move] of paper.moves.entries()) {
    if (move.by === 'nature') {
      const written = move.words.join(' ');
      const found = place < replay.table.continued ? null : (luck.owed(move, moves.length) ?? '');
      const seen = evidence?.seen[replay.moments[place + 1]?.seq ?? -1];
      const isTrue = (found === null || found === written) && (seen === undefined || seen === written);
      moves.push({ at: place + 1, written, found, seen, isTrue });
    }
    luck.goOn(move);
  }
  return moves;
}

/** Whether paper and moments tell of the same match: who did what, but for what these eyes may not see. */
function agrees({ moments, seed, salts, table }: Checked, paper: Paper): boolean {
  if (moments.length !== paper.moves.length + 1 || paper.game !== table.game || paper.seats !== table.seats)
    return false;
  // A match that was taken over from another one does not follow from its seed alone: its paper has none.
  const sameLuck =
    table.continued > 0 || (paper.seed === seed && JSON.stringify(paper.salts) === JSON.stringify(salts));
  return (
    sameLuck &&
    paper.moves.every(({ by, words }, place) => {
      const moment = moments[place + 1];
      if (String(moment?.by) !== by) return false;
      const shown = moment?.text.split(' ') ?? [];
      return shown.includes('?') ? shown[0] === words[0] : moment?.text === words.join(' ');
    })
  );
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
