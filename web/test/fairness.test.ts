// The fairness check, held against numbers that the house's own core/chance.py drew.
import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';

import { blocks, check, Stream } from '../fairness';
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
  // Something was taken back after the first deal: versions are not places.
  const moments = [
    { seq: 0, by: null, text: '' },
    { seq: 1, by: 'nature', text: 'dealer 1' },
    { seq: 2, by: 'nature', text: 'deal 1 ?' },
    { seq: 5, by: 0, text: 'play 7' },
    { seq: 6, by: 'nature', text: 'bell' },
    { seq: 7, by: 'nature', text: 'deal 0 ?' },
  ];
  return {
    table: { commitment: change.commitment ?? COMMITMENT },
    seed: SEED,
    salts: SALTS,
    moments,
    draws: [
      { seq: 1, numbers: first },
      { seq: 7, numbers: draws(DRAWN[3] ?? []) },
    ],
  } as unknown as Replay;
}

describe('the stream', () => {
  it.each(Object.keys(DRAWN).map(Number))('gives the numbers of move %i', (move) => {
    const block = blocks(hexToBytes(SEED), SALTS);
    const stream = new Stream((number) => block(move, number));
    const found = BOUNDS.map((bound) => String(stream.below(bound)));
    expect(found).toEqual(DRAWN[move]);
  });
});

describe('the check', () => {
  it('finds an honest match honest, counting nature’s moves whether or not they drew', () => {
    const verdict = check(replay());
    expect(verdict.isTrue).toBe(true);
    expect(verdict.moves.map(({ number, at }) => [number, at])).toEqual([
      [0, 1],
      [1, 2],
      [2, 4],
      [3, 5],
    ]);
  });
  it('sees one number that is not the seed’s', () => {
    const verdict = check(replay({ said: '4' }));
    expect(verdict.isTrue).toBe(false);
    expect(verdict.moves.map(({ isTrue }) => isTrue)).toEqual([false, true, true, true]);
  });
  it('sees a seed that was changed afterwards', () => {
    expect(check(replay({ commitment: '00'.repeat(32) })).seedIsTrue).toBe(false);
  });
});
