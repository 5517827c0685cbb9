// Was the luck of a finished match true? Recomputed in the reader's own browser, as docs/fairness.md says.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

import type { Evidence } from './evidence';
import { pledgeOf } from './evidence';
import { isDrawn, unsaidRounds } from './lots';
import { Luck, type Recipe } from './luck';
import { readPaper, type Paper } from './paper';
import type { Receipt, Replay } from './wire';

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
  /** It is the table that the reader asked for, with the game, the seats and the options that were kept, and its own
   *  luck from the first move on. */
  table: boolean | null;
  /** The seed has the fingerprint that the house published, as this browser kept it. */
  seed: boolean;
  /** Which is the one that the replay names. */
  commitment: boolean | null;
  /** What this browser added is in the luck. */
  ownSalt: boolean | null;
  /** Everybody's salt is what he had pledged before anybody showed his, and there is no other. */
  pledges: boolean | null;
  /** When the house knew what this browser added, it was bound. */
  redrawn: boolean | null;
  /** The paper tells of the same luck and the same moves as the replay. */
  paper: boolean;
  /** Every deal, throw, draw and jump follows from the seed; null if all of them are another match's. */
  moves: boolean | null;
  /** And all that this browser saw is there, as it saw it. */
  seen: boolean | null;
  /** Between those who were equally fast in a race, the lots of the seed have decided; null if of some rounds no receipt
   *  says it. */
  lots: boolean | null;
}

/** What can be said of all of it: that nobody could choose; that it follows from the seed, but this browser cannot vouch
 *  for everything; that it follows from the seed, and this browser was not there; or that something is wrong. */
export type Finding = 'true' | 'partly' | 'derived' | 'false';

/** Why something is not known. */
export type Doubt =
  'absent' | 'added-nothing' | 'not-sealed' | 'unsealed' | 'redrawn' | 'saw-nothing' | 'continued' | 'unsaid';

export interface Verdict {
  claims: Claims;
  moves: CheckedMove[];
  /** So many of the first moves are said to be another match's; nobody can say whether their luck was honest. */
  continued: number;
  /** Of so many rounds of a race no receipt says whether lots decided them. */
  unsaid: number;
  finding: Finding;
}

type Checked = Pick<Replay, 'table' | 'seed' | 'salts' | 'moments' | 'paper'>;

/** Hold the finished match of this table to what this browser kept of it, and derive all its luck. */
export function check(
  replay: Checked,
  recipe: Recipe,
  evidence: Evidence | null,
  id: string,
  receipts: readonly Receipt[],
): Verdict {
  // Who has seen how a table gathered knows that it is no other match's: the house's word is not asked.
  const continued = evidence === null ? Math.max(0, replay.table.continued) : 0;
  const claims = { ...held(replay, evidence), table: isThisTable(replay, evidence, id) };
  const paper = readPaper(replay.paper);
  const unsaid = recipe.race ? unsaidRounds(replay.moments, receipts, continued) : 0;
  let moves: CheckedMove[] = [];
  let areDrawn = false;
  try {
    const block = blocks(hexToBytes(replay.seed), replay.salts);
    const stream = (move: number): Stream => new Stream((number) => block(move, number));
    moves = derived(replay, paper, new Luck(recipe, paper.seats, replay.table.options, stream), evidence, continued);
    areDrawn = isDrawn(replay.moments, receipts, stream);
  } catch {
    // No such luck can be: then nothing of it holds.
  }
  const all: Claims = {
    ...claims,
    paper: agrees(replay, paper, continued),
    moves: followed(moves),
    seen: evidence && wasSeen(replay, paper, evidence),
    lots: areDrawn && unsaid > 0 ? null : areDrawn,
  };
  return { claims: all, moves, continued, unsaid, finding: found(all, evidence) };
}

function found(claims: Claims, evidence: Evidence | null): Finding {
  const all = Object.values(claims);
  if (all.includes(false)) return 'false';
  if (evidence === null) return 'derived';
  return all.includes(null) ? 'partly' : 'true';
}

/** Why this browser cannot say whether a claim holds. */
export function doubt(claim: keyof Claims, evidence: Evidence | null): Doubt {
  if (claim === 'moves') return 'continued';
  if (claim === 'lots') return 'unsaid';
  if (evidence === null) return 'absent';
  switch (claim) {
    case 'redrawn':
      return evidence.restarts > 0 ? 'redrawn' : 'added-nothing';
    case 'ownSalt':
      return evidence.seat === null || evidence.salt === '' ? 'added-nothing' : 'not-sealed';
    case 'pledges':
      return 'unsealed';
    default:
      return 'saw-nothing';
  }
}

function isThisTable({ table }: Checked, evidence: Evidence | null, id: string): boolean | null {
  if (table.id !== id) return false;
  if (evidence === null) return null;
  // What an older page has kept has no game.
  if (evidence.game === '') return table.continued === 0;
  const { game, seats, options } = evidence;
  return table.game === game && table.seats === seats && isSame(table.options, options) && table.continued === 0;
}

/** Seed and salts, beside what was kept from before the match. */
function held(
  { seed, salts, table }: Checked,
  evidence: Evidence | null,
): Pick<Claims, 'seed' | 'commitment' | 'ownSalt' | 'pledges' | 'redrawn'> {
  const isSeed = /^[0-9a-f]{64}$/.test(seed);
  const salt = new Map(salts);
  const areSalts = salt.size === salts.length && salts.every(([, its]) => /^[0-9a-f]{32}$/.test(its));
  const claims = {
    seed: isSeed && areSalts && bytesToHex(sha256(hexToBytes(seed))) === (evidence?.commitment ?? table.commitment),
    commitment: evidence && evidence.commitment === table.commitment,
    ownSalt: null,
    pledges: null,
    redrawn: null,
  };
  if (evidence === null) return claims;
  const { pledges, restarts, forced } = evidence;
  const isPledged = ([seat, its]: readonly [number, string]): boolean => pledgeOf(its) === pledges[seat];
  const own = ownSalt(evidence, salt);
  return {
    ...claims,
    ownSalt: own,
    // Neither more salts than pledges, nor fewer; and of no seat two.
    pledges:
      pledges.length > 0
        ? areSalts && salts.every(isPledged) && salts.length === pledges.filter((pledge) => pledge !== '').length
        : null,
    redrawn: forced ? false : restarts > 0 || own === null ? null : true,
  };
}

/** Who was away when the pledges were sealed adds nothing, and neither does a pledge that came later. */
function ownSalt({ seat, salt, shown, pledges }: Evidence, salts: Map<number, string>): boolean | null {
  if (seat === null || salt === '') return null;
  if (salts.get(seat) === salt) return true;
  return shown || pledges[seat] === pledgeOf(salt) ? false : null;
}

function derived(
  { moments }: Checked,
  paper: Paper,
  luck: Luck,
  evidence: Evidence | null,
  continued: number,
): CheckedMove[] {
  const moves: CheckedMove[] = [];
  for (const [place, move] of paper.moves.entries()) {
    if (move.by === 'nature') {
      const written = move.words.join(' ');
      const found = place < continued ? null : (luck.owed(move, moves.length) ?? '');
      const seen = evidence?.seen[moments[place + 1]?.seq ?? -1];
      const isTrue = (found === null || found === written) && (seen === undefined || seen === written);
      moves.push({ at: place + 1, written, found, seen, isTrue });
    }
    luck.goOn(move);
  }
  return moves;
}

function followed(moves: readonly CheckedMove[]): boolean | null {
  if (moves.length > 0 && moves.every(({ found }) => found === null)) return null;
  return moves.length > 0 && moves.every(({ written, found }) => found === null || found === written);
}

/** Whether all that was seen is told, in its place; null if nothing was seen. */
function wasSeen({ moments }: Checked, paper: Paper, { seen, played }: Evidence): boolean | null {
  const lines = new Map(paper.moves.map(({ by, words }, place) => [moments[place + 1]?.seq, [by, ...words].join(' ')]));
  const all = [...Object.entries(seen).map(([seq, text]) => [seq, `nature ${text}`]), ...Object.entries(played)];
  if (all.length === 0) return null;
  return all.every(([seq, line]) => lines.get(Number(seq)) === line);
}

/** Whether paper and moments tell of the same match: who did what, but for what these eyes may not see. */
function agrees({ moments, seed, salts, table }: Checked, paper: Paper, continued: number): boolean {
  if (paper.contradicts || moments.length !== paper.moves.length + 1) return false;
  if (paper.game !== table.game || paper.seats !== table.seats || !isSame(paper.options, table.options)) return false;
  // A match that was taken over from another one does not follow from its seed alone: its paper has none.
  if (continued === 0 && (paper.seed !== seed || !isSame(paper.salts, salts))) return false;
  return paper.moves.every(({ by, words }, place) => {
    const [before, moment] = moments.slice(place, place + 2);
    if (!before || !moment || moment.seq <= before.seq || String(moment.by) !== by) return false;
    return isCovered(moment.text.split(' '), words);
  });
}

/** Whether these words are those, but for what a question mark stands for. */
function isCovered(shown: readonly string[], words: readonly string[]): boolean {
  const mark = shown.indexOf('?');
  if (mark < 0) return isSame(shown, words);
  const behind = shown.slice(mark + 1);
  return (
    isSame(shown.slice(0, mark), words.slice(0, mark)) && isSame(behind, words.slice(words.length - behind.length))
  );
}

function isSame(one: object, other: object): boolean {
  const inOrder = (its: object): string => JSON.stringify(Array.isArray(its) ? its : Object.entries(its).sort());
  return inOrder(one) === inOrder(other);
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
