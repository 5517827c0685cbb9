// The fairness check, held against numbers that the house's own core/chance.py drew.
import { createHmac, createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { blocks, bytes, check, hex, Stream } from '../fairness';
import { digest, hmacDigest } from '../sha256';
import type { Replay } from '../wire';

const SEED = Array.from({ length: 32 }, (_, place) => place.toString(16).padStart(2, '0')).join('');
const COMMITMENT = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';
const SALTS: [number, string][] = [
  [2, '000102030405060708090a0b0c0d0e0f'],
  [0, '07070707070707070707070707070707'],
];
const BOUNDS = [4n, 1n, 7n, 300n, 10n ** 30n, 54n, 2n ** 256n];
/** FairChance(seed, salts, move).below(bound), for each bound in turn. */
const DRAWN: Record<number, string[]> = {
  0: [
    '0',
    '0',
    '3',
    '14',
    '991331517193418952735660131137',
    '9',
    '12799054684931587729941612848059243401786103308100472083443388591867943308284',
  ],
  3: [
    '2',
    '0',
    '0',
    '102',
    '107010867557475071760120918624',
    '31',
    '11940177728703228085637424260562576795919558073020569798654614577000517789427',
  ],
  1000: [
    '1',
    '0',
    '4',
    '16',
    '368058928572277502521665559017',
    '34',
    '55906409472426337948037713052346250325064690079173507631210952050622899847632',
  ],
};

function replay(change: { said?: string; commitment?: string } = {}): Replay {
  const draws = (numbers: string[]): [string, string][] =>
    numbers.map((number, place) => [String(BOUNDS[place]), number]);
  const first = draws(DRAWN[0] ?? []);
  if (change.said !== undefined) first[2] = ['7', change.said];
  const nature = (text: string, drawn: [string, string][]): object => ({ move: { by: 'nature', text }, draws: drawn });
  const moments = [
    { move: null, draws: [] },
    nature('dealer 1', first),
    nature('deal 1 ?', []),
    { move: { by: 0, text: 'play 7' }, draws: [] },
    nature('bell', []),
    nature('deal 0 ?', draws(DRAWN[3] ?? [])),
  ];
  return {
    table: { commitment: change.commitment ?? COMMITMENT },
    seed: SEED,
    salts: SALTS,
    moments,
  } as unknown as Replay;
}

describe('the stream', () => {
  it.each(Object.keys(DRAWN).map(Number))('gives the numbers of move %i', async (move) => {
    const block = await blocks(bytes(SEED), SALTS);
    const stream = new Stream((number) => block(move, number));
    const found: string[] = [];
    for (const bound of BOUNDS) found.push(String(await stream.below(bound)));
    expect(found).toEqual(DRAWN[move]);
  });
});

describe('the check', () => {
  it('finds an honest match honest, counting nature’s moves whether or not they drew', async () => {
    const verdict = await check(replay());
    expect(verdict.isTrue).toBe(true);
    expect(verdict.moves.map(({ number, at }) => [number, at])).toEqual([
      [0, 1],
      [1, 2],
      [2, 4],
      [3, 5],
    ]);
  });
  it('sees one number that is not the seed’s', async () => {
    const verdict = await check(replay({ said: '4' }));
    expect(verdict.isTrue).toBe(false);
    expect(verdict.moves.map(({ isTrue }) => isTrue)).toEqual([false, true, true, true]);
  });
  it('sees a seed that was changed afterwards', async () => {
    expect((await check(replay({ commitment: '00'.repeat(32) }))).seedIsTrue).toBe(false);
  });
});

describe('our own SHA-256, for browsers that keep theirs for https', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 1000])('agrees on %i bytes', (length) => {
    const data = Uint8Array.from({ length }, (_, place) => (place * 7) % 256);
    expect(hex(digest(data))).toBe(createHash('sha256').update(data).digest('hex'));
    const key = data.slice(0, 40);
    expect(hex(hmacDigest(key, data))).toBe(createHmac('sha256', key).update(data).digest('hex'));
  });
});
