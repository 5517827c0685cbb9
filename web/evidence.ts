// What this browser keeps of a table's luck from before the first move on, to hold the house to it afterwards.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

import type { Position, Table } from './wire';

export interface Evidence {
  /** The fingerprint of the house's seed, as it was published before anybody added to the luck. */
  commitment: string;
  /** What this browser added, and under which seat; null if it added nothing. */
  seat: number | null;
  salt: string;
  /** By seat, what everybody had pledged before anybody showed his; '' for who pledged nothing. */
  pledges: string[];
  /** By number, what nature did before these eyes, as it stands on paper. */
  seen: Record<number, string>;
}

/** Something to say to the house. */
export type Share = { type: 'pledge'; seat: number; pledge: string } | { type: 'salt'; seat: number; salt: string };

const PREFIX = 'luck-';
const KEPT = 50;

export const pledgeOf = (salt: string): string => bytesToHex(sha256(hexToBytes(salt)));

/** What has to be kept, and said, when a table that gathers is as it is now. */
export function share(
  before: Evidence | null,
  table: Table,
  newSalt: () => string,
): { evidence: Evidence; say: Share | null } {
  const seat = table.chairs.findIndex(({ yours }) => yours);
  const pledge = table.chairs[seat]?.pledge ?? '';
  // A new seed makes all that was pledged void; whoever takes another seat begins anew as well.
  const isNew = before === null || before.commitment !== table.commitment || (before.seat ?? -1) !== seat;
  const evidence: Evidence = isNew
    ? { commitment: table.commitment, seat: seat < 0 ? null : seat, salt: '', pledges: [], seen: {} }
    : { ...before };
  if (seat < 0) return { evidence: sealed(evidence, table), say: null };
  if (!table.sealed) {
    // Another device of the same person has been faster: its pledge counts.
    if (pledge !== '' && (evidence.salt === '' || pledge !== pledgeOf(evidence.salt)))
      return { evidence: { ...evidence, salt: '' }, say: null };
    if (evidence.salt === '') evidence.salt = newSalt();
    return { evidence, say: pledge === '' ? { type: 'pledge', seat, pledge: pledgeOf(evidence.salt) } : null };
  }
  const isMine = evidence.salt !== '' && pledge === pledgeOf(evidence.salt);
  return { evidence: sealed(evidence, table), say: isMine ? { type: 'salt', seat, salt: evidence.salt } : null };
}

function sealed(evidence: Evidence, table: Table): Evidence {
  return table.sealed ? { ...evidence, pledges: table.chairs.map(({ pledge }) => pledge) } : evidence;
}

/** What nature has done before these eyes since. */
export function witnessed(evidence: Evidence, positions: readonly Position[]): Evidence {
  const seen = { ...evidence.seen };
  for (const { moments } of positions)
    for (const { seq, by, text } of moments) if (by === 'nature' && !text.includes('?')) seen[seq] = text;
  return { ...evidence, seen };
}

/** In this browser, by table. */
export function recall(table: string): Evidence | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + table) ?? 'null') as Evidence | null;
  } catch {
    return null;
  }
}

export function keep(table: string, evidence: Evidence): void {
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + table);
    for (const old of others.slice(0, Math.max(0, others.length - KEPT))) localStorage.removeItem(old);
    localStorage.setItem(PREFIX + table, JSON.stringify(evidence));
  } catch {
    // A browser that keeps nothing checks what the house says now.
  }
}
