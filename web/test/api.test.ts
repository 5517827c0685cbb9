// What the page asks for while the house closes for a moment: again, until it is open.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { api, Refusal } from '../api';
import type { NewTable } from '../wire';

const wish = { game: 'g', chairs: [] } as unknown as NewTable;
const closes = (): Response => Response.json({ key: 'house-closes', reason: 'soon' }, { status: 503 });

let answers: (() => Response)[] = [];
let posted = 0;

beforeEach(() => {
  vi.useFakeTimers();
  posted = 0;
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => {
    if (method === 'GET') return Promise.resolve(Response.json({ name: 'Imp' }));
    posted += 1;
    const answer = answers.shift() ?? closes;
    return new Promise((resolve) => {
      resolve(answer());
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const gone = (): Response => {
  throw new TypeError('nobody answers');
};

it('sets a table in a house that closes, as soon as it is open again', async () => {
  answers = [closes, gone, () => new Response('', { status: 502 }), () => Response.json({ id: 't' }, { status: 201 })];
  const asked = api.set(wish);
  await vi.runAllTimersAsync();
  expect((await asked).id).toBe('t');
  expect(posted).toBe(4);
});

it('says why, if that takes too long', async () => {
  answers = [closes, ...Array<() => Response>(99).fill(gone)];
  const asked = api.set(wish).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  const refused = await asked;
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).problem.key).toBe('house-closes');
});

it('does not ask again for what was refused for another reason, or may have been done', async () => {
  const noNewTables = (): Response => Response.json({ key: 'no-new-tables', reason: 'no' }, { status: 503 });
  for (const answer of [gone, noNewTables]) {
    answers = [answer];
    posted = 0;
    const asked = api.set(wish).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await asked).toBeInstanceOf(Refusal);
    expect(posted).toBe(1);
  }
});
