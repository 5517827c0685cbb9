// What this browser keeps of a table's luck from before the first move on, to hold the house to it afterwards.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

import type { Position, Table } from './wire';

export interface Evidence {
  /** The fingerprint of the house's seed, as it was published before anybody added to the luck. */
  commitment: string;
  /** What is played, and by how many. */
  game: string;
  seats: number;
  options: Record<string, string>;
  /** What this browser added, and under which seat; null if it added nothing. */
  seat: number | null;
  salt: string;
  /** By seat, what everybody had pledged before anybody showed his, as this browser first heard of it; '' for who
   *  pledged nothing. Empty if it was not there when that was sealed. */
  pledges: string[];
  /** Since when the house can know the salt of this browser. */
  shown: boolean;
  /** It had nobody but bots beside it then: nobody could leave. */
  alone: boolean;
  /** How often everything was drawn anew after this browser had shown its salt, */
  restarts: number;
  /** and whether that happened where nobody could leave. */
  forced: boolean;
  /** Nothing of the above changes any more. */
  begun: boolean;
  /** By number, what nature did before these eyes, as it stands on paper, */
  seen: Record<number, string>;
  /** and what players did, with their seats, unless they took it back. */
  played: Record<number, string>;
  /** How far the match had come when this browser last heard of it. */
  version: number;
  /** When this was last kept, in ms since 1970. */
  at: number;
}

/** Something to say to the house. */
export type Share = { type: 'pledge'; seat: number; pledge: string } | { type: 'salt'; seat: number; salt: string };

const PREFIX = 'luck-';
const KEPT = 50;
const NOTHING: Evidence = {
  commitment: '',
  game: '',
  seats: 0,
  options: {},
  seat: null,
  salt: '',
  pledges: [],
  shown: false,
  alone: false,
  restarts: 0,
  forced: false,
  begun: false,
  seen: {},
  played: {},
  version: 0,
  at: 0,
};

export const pledgeOf = (salt: string): string => bytesToHex(sha256(hexToBytes(salt)));

/** What has to be kept, and said, when a table that gathers is as it is now. */
export function share(
  before: Evidence | null,
  table: Table,
  newSalt: () => string,
): { evidence: Evidence; say: Share | null } {
  // What was kept from before the first move is not given up, whatever the house says of the table later.
  if (before?.begun) return { evidence: before, say: null };
  const seat = table.chairs.findIndex(({ yours }) => yours);
  const pledge = table.chairs[seat]?.pledge ?? '';
  const evidence = goesOn(before, table, seat) ? { ...before } : anew(before, table, seat);
  // A list that the house changes after this browser has shown its salt could have been fitted to that.
  if (!table.sealed && !evidence.shown) evidence.pledges = [];
  if (table.sealed && evidence.pledges.length === 0) evidence.pledges = table.chairs.map((chair) => chair.pledge);
  if (seat < 0) return { evidence, say: null };
  if (!table.sealed) {
    // Another device of the same person has been faster: its pledge counts.
    const isAnothers = pledge !== '' && (evidence.salt === '' || pledge !== pledgeOf(evidence.salt));
    if (isAnothers) return { evidence: evidence.shown ? evidence : { ...evidence, salt: '' }, say: null };
    if (evidence.salt === '') evidence.salt = newSalt();
    return { evidence, say: pledge === '' ? { type: 'pledge', seat, pledge: pledgeOf(evidence.salt) } : null };
  }
  // Not if the list that came first has something else: what is shown now would be fitted to.
  const isMine =
    evidence.salt !== '' && [pledge, evidence.pledges[seat]].every((its) => its === pledgeOf(evidence.salt));
  if (!isMine) return { evidence, say: null };
  if (!evidence.shown) evidence.alone = isAlone(table);
  return { evidence: { ...evidence, shown: true }, say: { type: 'salt', seat, salt: evidence.salt } };
}

/** Whether what was pledged still holds: a new seed makes it void, and so does whoever takes another seat. */
function goesOn(before: Evidence | null, table: Table, seat: number): before is Evidence {
  if (before === null || before.commitment !== table.commitment || (before.seat ?? -1) !== seat) return false;
  // With the same seed the pledges are opened again for somebody alone whose salt did not arrive: it stays the same, so
  // that nothing can be chosen by asking for it twice. Where there are others, theirs could be fitted to it.
  return !before.shown || table.sealed || (before.alone && isAlone(table));
}

function anew(before: Evidence | null, table: Table, seat: number): Evidence {
  const { commitment, game, seats, options } = table;
  const isAgain = before?.shown ?? false;
  return {
    ...NOTHING,
    ...{ commitment, game, seats, options, seat: seat < 0 ? null : seat },
    restarts: (before?.restarts ?? 0) + (isAgain ? 1 : 0),
    forced: (before?.forced ?? false) || (isAgain && before?.alone === true && before.seat === seat),
  };
}

function isAlone({ chairs }: Table): boolean {
  return chairs.every(({ kind, yours }) => yours || kind === 'bot');
}

/** The match has begun. */
export function begun(evidence: Evidence): Evidence {
  return { ...evidence, begun: true };
}

/** What has happened before these eyes since: what they knew up to that version stands. */
export function witnessed(evidence: Evidence, positions: readonly Position[], since = 0): Evidence {
  const seen = { ...evidence.seen };
  let { played, version } = evidence;
  const told = Math.max(0, ...positions.map((position) => position.version));
  // Another window may have heard of more already; then this one has nothing to say of what players took back.
  const isNews = told >= version;
  if (isNews) {
    version = told;
    played = Object.fromEntries(Object.entries(played).filter(([seq]) => Number(seq) <= since));
  }
  for (const { moments } of positions)
    for (const { seq, by, text } of moments) {
      if (by === null || text.includes('?')) continue;
      // What nature has done is never taken back, and never told in another way.
      if (by === 'nature') seen[seq] ??= text;
      else if (isNews) played[seq] = `${String(by)} ${text}`;
    }
  return { ...evidence, begun: true, seen, played, version };
}

/** For browsers that keep nothing: as long as the page is open. */
const remembered = new Map<string, Evidence>();

/** In this browser, by table. */
export function recall(table: string): Evidence | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + table) ?? 'null') as Partial<Evidence> | null;
    if (kept !== null) return { ...NOTHING, ...kept };
  } catch {
    // It keeps nothing, or nothing that can be read.
  }
  return remembered.get(table) ?? null;
}

export function keep(table: string, evidence: Evidence, now = Date.now()): void {
  const kept = { ...evidence, at: now };
  try {
    forgetTheOldest(table);
    localStorage.setItem(PREFIX + table, JSON.stringify(kept));
  } catch {
    remembered.set(table, kept);
  }
}

/** Room for this table: those go that nobody has played at for the longest time. */
function forgetTheOldest(table: string): void {
  const others = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + table);
  if (others.length <= KEPT) return;
  const age = (key: string): number => recall(key.slice(PREFIX.length))?.at ?? 0;
  const byAge = others.map((key) => [age(key), key] as const).sort(([one], [other]) => one - other);
  for (const [, old] of byAge.slice(0, others.length - KEPT)) localStorage.removeItem(old);
}
