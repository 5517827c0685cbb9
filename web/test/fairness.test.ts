// The fairness check: numbers that the house's own core/chance.py drew, and forged replays of each kind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';

import { pledgeOf, type Evidence } from '../evidence';
import { blocks, check, Stream, type Claims } from '../fairness';
import { Luck, type Recipe } from '../luck';
import { readPaper } from '../paper';
import type { Replay } from '../wire';

const SEED = Array.from({ length: 32 }, (_, place) => place.toString(16).padStart(2, '0')).join('');
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

describe('the stream', () => {
  it.each(Object.keys(DRAWN).map(Number))('gives the numbers of move %i', (move) => {
    const block = blocks(hexToBytes(SEED), SALTS);
    const stream = new Stream((number) => block(move, number));
    const found = BOUNDS.map((bound) => String(stream.below(bound)));
    expect(found).toEqual(DRAWN[move]);
  });
});

const GAMES = join(import.meta.dirname, '../../src/pandemonium/games');
const RECIPE = JSON.parse(readFileSync(join(GAMES, 'little_devils/luck.json'), 'utf-8')) as Recipe;
const MINE = '0a'.repeat(16);
const FRIENDS = '0b'.repeat(16);
const OTHER_SEED = 'ee'.repeat(32);
const fingerprint = (seed: string): string => bytesToHex(sha256(hexToBytes(seed)));

/** A short match as an honest house tells of it, with this luck. */
function honest(
  seed = SEED,
  salts: [number, string][] = [
    [0, MINE],
    [1, FRIENDS],
  ],
): Replay {
  const block = blocks(hexToBytes(seed), salts);
  const luck = new Luck(RECIPE, 3, {}, (move) => new Stream((number) => block(move, number)));
  const dealer = luck.owed({ by: 'nature', words: ['dealer'] }, 0) ?? '';
  const deals = [1, 2, 3].map((number) => luck.owed({ by: 'nature', words: ['deal'] }, number) ?? '');
  const lines = [dealer, ...deals].map((line) => ({ by: 'nature' as const, text: line }));
  const card = deals[0]?.split(' ')[2] ?? '';
  return told([...lines, { by: 0, text: `play ${card}` }], seed, salts);
}

interface Line {
  by: 'nature' | number;
  text: string;
}

function told(lines: Line[], seed: string, salts: [number, string][]): Replay {
  const header = [
    'game little-devils',
    'seats 3',
    `seed ${seed}`,
    ...salts.map(([seat, salt]) => `salt ${String(seat)} ${salt}`),
  ];
  const paper = [...header, ...lines.map(({ by, text }) => `${String(by)} ${text}`)].join('\n') + '\n';
  // Through the eyes of seat 0.
  const moments = [
    { seq: 0, by: null, text: '' },
    ...lines.map(({ by, text }, place) => ({ seq: place + 1, by, text: covered(text) })),
  ];
  const table = { id: 't', game: 'little-devils', seats: 3, options: {}, continued: 0, commitment: fingerprint(seed) };
  return { table, seed, salts, paper, moments } as unknown as Replay;
}

const covered = (text: string): string => (/^deal [12] /.test(text) ? `${text.slice(0, 6)} ?` : text);
const linesOf = (replay: Replay): Line[] =>
  readPaper(replay.paper).moves.map(({ by, words }) => ({
    by: by === 'nature' ? by : Number(by),
    text: words.join(' '),
  }));

/** What the browser of seat 0 kept of the honest match. */
const EVIDENCE: Evidence = {
  commitment: fingerprint(SEED),
  seat: 0,
  salt: MINE,
  pledges: [pledgeOf(MINE), pledgeOf(FRIENDS), ''],
  seen: Object.fromEntries(
    linesOf(honest()).flatMap(({ by, text }, place) =>
      by === 'nature' && !covered(text).includes('?') ? [[place + 1, text]] : [],
    ),
  ),
};

describe('the check', () => {
  it('finds an honest match honest', () => {
    const verdict = check(honest(), RECIPE, EVIDENCE);
    expect(verdict.claims).toEqual({
      seed: true,
      commitment: true,
      ownSalt: true,
      pledges: true,
      paper: true,
      moves: true,
      seen: true,
    });
    expect(verdict.isTrue).toBe(true);
  });
  it('says what somebody who was not there cannot know', () => {
    const verdict = check(honest(), RECIPE, null);
    expect(verdict.claims).toEqual({
      seed: true,
      commitment: null,
      ownSalt: null,
      pledges: null,
      paper: true,
      moves: true,
      seen: null,
    });
    expect(verdict.isTrue).toBe(true);
  });
});

/** The lines with two cards of two hidden hands exchanged: still a deal, but not the seed's. */
function swapped(): Line[] {
  return linesOf(honest()).map((line) => {
    const [one, two] = [1, 2].map((seat) => linesOf(honest())[seat + 1]?.text.split(' ') ?? []);
    const [a = '', b = ''] = [one?.[2], two?.[2]];
    const change: Record<string, string> = { [a]: b, [b]: a };
    const [verb = '', seat = '', ...cards] = line.text.split(' ');
    if (verb !== 'deal' || seat === '0') return line;
    const hand = cards.map((card) => change[card] ?? card).sort((x, y) => Number(x) - Number(y));
    return { ...line, text: [verb, seat, ...hand].join(' ') };
  });
}

const FORGED: [string, Replay, (keyof Claims)[]][] = [
  [
    'other cards than the seed gives',
    told(swapped(), SEED, [
      [0, MINE],
      [1, FRIENDS],
    ]),
    ['moves'],
  ],
  ['another seed and commitment, with the luck that they give', honest(OTHER_SEED), ['seed', 'commitment', 'seen']],
  [
    'another seed under the commitment that was kept',
    { ...honest(OTHER_SEED), table: honest().table },
    ['seed', 'seen'],
  ],
  ['a player’s salt left out', honest(SEED, [[1, FRIENDS]]), ['ownSalt', 'pledges', 'seen']],
  [
    'a friend’s salt changed when mine was known',
    honest(SEED, [
      [0, MINE],
      [1, 'ff'.repeat(16)],
    ]),
    ['pledges', 'seen'],
  ],
  [
    'a salt added for a bot',
    honest(SEED, [
      [0, MINE],
      [1, FRIENDS],
      [2, 'ff'.repeat(16)],
    ]),
    ['pledges', 'seen'],
  ],
  [
    'a paper that says something else than the replay',
    {
      ...honest(),
      paper: told(swapped(), SEED, [
        [0, MINE],
        [1, FRIENDS],
      ]).paper.replace(/play \d+/, 'play 27'),
    },
    ['paper', 'moves'],
  ],
  [
    'a move of nature left out',
    told(linesOf(honest()).slice(1), SEED, [
      [0, MINE],
      [1, FRIENDS],
    ]),
    ['moves', 'seen'],
  ],
  [
    'no move of nature at all',
    told([], SEED, [
      [0, MINE],
      [1, FRIENDS],
    ]),
    ['moves'],
  ],
];

describe('a forged replay', () => {
  it.each(FORGED)('is refused: %s', (_, replay, wrong) => {
    const verdict = check(replay, RECIPE, EVIDENCE);
    expect(verdict.isTrue).toBe(false);
    const found = Object.entries(verdict.claims).filter(([, holds]) => holds === false);
    expect(found.map(([claim]) => claim).sort()).toEqual([...wrong].sort());
  });
});
