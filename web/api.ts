// What the page asks the house over HTTP, and where its sockets are.
import { at } from './base';
import type {
  Address,
  Box,
  Brought,
  BroughtNow,
  ChangeGuest,
  Eyes,
  Guest,
  Hint,
  Matches,
  NewTable,
  PersonalLink,
  Problem,
  Receipt,
  Replay,
  Table,
  Whose,
} from './wire';

const API = at('/api');

/** Why the house could not do it, in the reader's language where the house said so. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.reason);
  }
}

let language = 'en';

/** The language in which the house gives its reasons. */
export function speak(spoken: string): void {
  language = spoken;
}

let introduced: Promise<Guest> | null = null;

/** Who the reader is. A newcomer is given a name and a cookie, and nothing is done before that: two first requests
 * side by side would make two people of him. */
function introduce(): Promise<Guest> {
  introduced = ask<Guest>('GET', `${API}/me`);
  introduced.catch(() => (introduced = null));
  return introduced;
}

async function askAsMyself<T>(method: string, path: string, body?: unknown): Promise<T> {
  await (introduced ?? introduce());
  return ask<T>(method, path, body);
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': language };
  if (body !== undefined) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, { key: 'offline', reason: '' });
  }
  if (!answer.ok) throw new Refusal(answer.status, await problemOf(answer));
  return (answer.status === 204 ? null : await answer.json()) as T;
}

const AGAIN_AFTER = 1_000;
const AS_OFTEN_AS = 20;

/** A house that closes for a moment has done nothing of what it was asked for: it is asked again until it is open, by
 * itself, for as long as somebody would wait. */
async function askUntilOpen<T>(method: string, path: string, body: unknown): Promise<T> {
  let closes: Refusal | null = null;
  for (let left = AS_OFTEN_AS; ; left -= 1) {
    try {
      return await askAsMyself<T>(method, path, body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.problem.key === 'house-closes') closes = error;
      // Nobody answers before it is open again; and what stands before it may say so in its own words.
      else if (closes === null || ![0, 502, 503, 504].includes(error.status)) throw error;
      if (left === 0) throw closes;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const { key = 'unknown', reason = '' } = (await answer.json()) as Partial<Problem>;
    return { key, reason };
  } catch {
    return { key: 'unknown', reason: '' };
  }
}

const table = (id: string): string => `${API}/tables/${encodeURIComponent(id)}`;

export const api = {
  hint: (id: string, seat: number) => askAsMyself<Hint>('GET', `${table(id)}/hint?seat=${String(seat)}`),
  address: () => ask<Address>('GET', `${API}/address`),
  boxes: () => ask<Box[]>('GET', `${API}/boxes`),
  me: introduce,
  change: (change: ChangeGuest) => askAsMyself<Guest>('PATCH', `${API}/me`, change),
  whose: (token: string) => askAsMyself<Whose>('GET', `${API}/me/link/${encodeURIComponent(token)}`),
  become: (token: string) => askAsMyself<Guest>('POST', `${API}/me/link/${encodeURIComponent(token)}`),
  programs: () => askAsMyself<Brought[]>('GET', `${API}/me/programs`),
  bring: (name: string) => askAsMyself<BroughtNow>('POST', `${API}/me/programs`, { name }),
  sendAway: (id: string) => askAsMyself<null>('DELETE', `${API}/me/programs/${encodeURIComponent(id)}`),
  link: () => askAsMyself<PersonalLink>('POST', `${API}/me/link`),
  tables: (game?: string) => ask<Table[]>('GET', `${API}/tables${game ? `?game=${encodeURIComponent(game)}` : ''}`),
  mine: () => ask<Table[]>('GET', `${API}/tables?mine=true`),
  matches: (before: string | null) =>
    ask<Matches>('GET', `${API}/me/matches${before === null ? '' : `?before=${encodeURIComponent(before)}`}`),
  set: (wanted: NewTable) => askUntilOpen<Table>('POST', `${API}/tables`, wanted),
  table: (id: string) => ask<Table>('GET', table(id)),
  receipts: (id: string) => ask<Receipt[]>('GET', `${table(id)}/receipts`),
  replay: (id: string, eyes: Eyes | 'own') => ask<Replay>('GET', `${table(id)}/replay?eyes=${String(eyes)}`),
};

export const paperOf = (id: string): string => `${table(id)}/paper`;
export const qr = (path: string): string => `${API}/qr.svg?path=${encodeURIComponent(path)}`;

/** 16 bytes of this browser's own, in hex: its share of the luck. */
export function salt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Where a table's socket is; `version`: the newest that is known already. */
export function socketAddress(id: string, { version = 0, publicEyes = false } = {}): string {
  const query = `version=${String(version)}&language=${language}${publicEyes ? '&eyes=public' : ''}`;
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${at('/api/tables/')}${encodeURIComponent(id)}/socket?${query}`;
}
