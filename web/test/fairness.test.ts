// The fairness check: numbers that the house's own core/chance.py drew, and forged replays of each kind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';

import { begun, pledgeOf, share, witnessed, type Evidence } from '../evidence';
import { blocks, check, doubt, Stream, type Claims, type Verdict } from '../fairness';
import { Luck, type Recipe } from '../luck';
import { readPaper } from '../paper';
import type { Receipt, Replay } from '../wire';

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
  // The lots of the first round of a race.
  2147483649: [
    '2',
    '0',
    '3',
    '282',
    '703076299812617212799491423955',
    '42',
    '85694340988374990162737276007658556411835157473885817394943297950026190955969',
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

const BOTH: [number, string][] = [
  [0, MINE],
  [1, FRIENDS],
];
const ID = 't';

interface Line {
  by: 'nature' | number;
  text: string;
}

/** A short match as an honest house tells of it, with this luck: a round of three, and one that is dealt and no more. */
function honest(seed = SEED, salts = BOTH): Replay {
  const block = blocks(hexToBytes(seed), salts);
  const luck = new Luck(RECIPE, 3, {}, (move) => new Stream((number) => block(move, number)));
  const drawn = ['dealer', 'deal', 'deal', 'deal', 'deal', 'deal', 'deal'].map(
    (verb, number) => luck.owed({ by: 'nature', words: [verb] }, number) ?? '',
  );
  const [dealer = '', ...deals] = drawn.map((text): Line => ({ by: 'nature', text }));
  const played = [0, 1, 2].map((seat) => ({ by: seat, text: `play ${deals[seat]?.text.split(' ')[2] ?? ''}` }));
  return told([...(dealer === '' ? [] : [dealer]), ...deals.slice(0, 3), ...played, ...deals.slice(3)], seed, salts);
}

function told(lines: Line[], seed = SEED, salts = BOTH, header: string[] = []): Replay {
  const above = [
    'game little-devils',
    'seats 3',
    ...header,
    `seed ${seed}`,
    ...salts.map(([seat, salt]) => `salt ${String(seat)} ${salt}`),
  ];
  const paper = [...above, ...lines.map(({ by, text }) => `${String(by)} ${text}`)].join('\n') + '\n';
  // Through the eyes of seat 0.
  const moments = [
    { seq: 0, by: null, text: '' },
    ...lines.map(({ by, text }, place) => ({ seq: place + 1, by, text: covered(text) })),
  ];
  const table = { id: ID, game: 'little-devils', seats: 3, options: {}, continued: 0, commitment: fingerprint(seed) };
  return { table, seed, salts, paper, moments } as unknown as Replay;
}

const covered = (text: string): string => (/^deal [12] /.test(text) ? `${text.slice(0, 6)} ?` : text);
const linesOf = (replay: Replay): Line[] =>
  readPaper(replay.paper).moves.map(({ by, words }) => ({
    by: by === 'nature' ? by : Number(by),
    text: words.join(' '),
  }));

type Table = Parameters<typeof share>[1];

/** The table while it gathers, as the browser of seat 0 sees it. */
function gathering(change: object = {}, pledges = ['', '', ''], kinds = ['person', 'person', 'bot']): Table {
  const chairs = pledges.map((pledge, seat) => ({ pledge, kind: kinds[seat], yours: seat === 0 }));
  const { table } = honest();
  return { ...table, state: 'gathering', sealed: false, ...change, chairs } as unknown as Table;
}

/** What a browser has kept that was told of these tables, and then saw the match. */
function kept(tables: Table[], match: Replay = honest()): Evidence {
  const before = tables.reduce<Evidence | null>((so, table) => share(so, table, () => MINE).evidence, null);
  if (before === null) throw new Error('no table');
  const version = match.moments.length - 1;
  return witnessed(begun(before), [{ version, moments: match.moments }] as unknown as Parameters<typeof witnessed>[1]);
}

const PLEDGES = [pledgeOf(MINE), pledgeOf(FRIENDS), ''];
/** What the browser of seat 0 kept of the honest match. */
const EVIDENCE = kept([gathering(), gathering({ sealed: true }, PLEDGES)]);

const TRUE: Claims = {
  table: true,
  seed: true,
  commitment: true,
  ownSalt: true,
  pledges: true,
  redrawn: true,
  paper: true,
  moves: true,
  seen: true,
  lots: true,
};

const asTable = (replay: Replay, change: object): Replay => ({ ...replay, table: { ...replay.table, ...change } });

describe('the check', () => {
  it('finds an honest match honest', () => {
    const verdict = check(honest(), RECIPE, EVIDENCE, ID, []);
    expect(verdict.claims).toEqual(TRUE);
    expect(verdict.finding).toBe('true');
  });
  it('says what somebody who was not there cannot know', () => {
    const verdict = check(honest(), RECIPE, null, ID, []);
    const unknown = { table: null, commitment: null, ownSalt: null, pledges: null, redrawn: null, seen: null };
    expect(verdict.claims).toEqual({ ...TRUE, ...unknown });
    expect(verdict.finding).toBe('derived');
  });
  it('goes by what an older page has kept', () => {
    const { commitment, seat, salt, pledges, seen } = EVIDENCE;
    const older = { ...EVIDENCE, game: '', seats: 0, played: {}, shown: false };
    const verdict = check(honest(), RECIPE, { ...older, commitment, seat, salt, pledges, seen }, ID, []);
    expect(verdict.finding).toBe('true');
  });
  it('takes a match that goes on from another’s paper for what it is, and vouches for nothing before that', () => {
    const replay = honest();
    const paper = replay.paper.replace(/^(seed|salt) .*\n/gm, '');
    const other = { ...replay, paper, table: { ...replay.table, continued: replay.moments.length } };
    const verdict = check(other, RECIPE, null, ID, []);
    expect(verdict.claims).toMatchObject({ paper: true, moves: null });
    expect(verdict).toMatchObject({ continued: replay.moments.length, finding: 'derived' });
  });
});

describe('somebody who was not there', () => {
  it.each<[string, Replay, keyof Claims]>([
    ['is not told of another table', asTable(honest(), { id: 'another' }), 'table'],
    ['is not shown other cards than the seed gives', told(swapped()), 'moves'],
    ['is not given another seed on paper', { ...honest(), paper: honest(OTHER_SEED).paper }, 'paper'],
    [
      'is not given another seed on paper by less than nothing that was taken over',
      asTable({ ...honest(), paper: honest().paper.replace(SEED, OTHER_SEED) }, { continued: -1 }),
      'paper',
    ],
  ])('%s', (_, replay, claim) => {
    const verdict = check(replay, RECIPE, null, ID, []);
    expect(verdict.claims[claim]).toBe(false);
    expect(verdict.finding).toBe('false');
  });
});

describe('a doubt', () => {
  it('has a reason', () => {
    const late = { ...EVIDENCE, pledges: ['', pledgeOf(FRIENDS), ''] };
    const watched = { ...EVIDENCE, seat: null, salt: '' };
    expect(doubt('seen', null)).toBe('absent');
    expect(doubt('moves', null)).toBe('continued');
    expect(doubt('ownSalt', late)).toBe('not-sealed');
    expect(doubt('redrawn', late)).toBe('added-nothing');
    expect(doubt('ownSalt', watched)).toBe('added-nothing');
    expect(doubt('redrawn', watched)).toBe('added-nothing');
    expect(doubt('redrawn', { ...EVIDENCE, restarts: 2 })).toBe('redrawn');
    expect(doubt('pledges', watched)).toBe('unsealed');
    expect(doubt('seen', EVIDENCE)).toBe('saw-nothing');
  });
});

describe('an honest house is not accused', () => {
  it.each<[string, Table[], [number, string][], Partial<Claims>]>([
    [
      'of leaving out a salt whose owner was away when the pledges were sealed',
      [gathering(), gathering({}, [pledgeOf(MINE), pledgeOf(FRIENDS), ''])],
      [[1, FRIENDS]],
      { ownSalt: null, pledges: null, redrawn: null },
    ],
    [
      'of leaving out a pledge that came too late',
      [gathering(), gathering({ sealed: true }, ['', pledgeOf(FRIENDS), ''])],
      [[1, FRIENDS]],
      { ownSalt: null, redrawn: null },
    ],
    [
      'when somebody left, and everything was drawn anew',
      [
        gathering({ commitment: fingerprint(OTHER_SEED) }),
        gathering({ commitment: fingerprint(OTHER_SEED), sealed: true }, PLEDGES),
        gathering(),
        gathering({ sealed: true }, PLEDGES),
      ],
      BOTH,
      { redrawn: null },
    ],
    [
      'when the pledges of who is alone are opened again for the same seed',
      [
        gathering({}, ['', '', ''], ['person', 'bot', 'bot']),
        gathering({ sealed: true }, [pledgeOf(MINE), '', ''], ['person', 'bot', 'bot']),
        gathering({}, ['', '', ''], ['person', 'bot', 'bot']),
        gathering({ sealed: true }, [pledgeOf(MINE), '', ''], ['person', 'bot', 'bot']),
      ],
      [[0, MINE]],
      {},
    ],
  ])('%s', (_, tables, salts, unknown) => {
    const match = honest(SEED, salts);
    const verdict = check(match, RECIPE, kept(tables, match), ID, []);
    expect(verdict.claims).toEqual({ ...TRUE, ...unknown });
    expect(verdict.finding).toBe(Object.keys(unknown).length > 0 ? 'partly' : 'true');
  });
  it('when somebody has taken a move back', () => {
    const lines = linesOf(honest());
    const before = told([...lines.slice(0, 4), { by: 0, text: 'play 27' }]);
    const seen = kept([gathering(), gathering({ sealed: true }, PLEDGES)], before);
    // The move had the number 5, taking it back 6.
    const after = honest();
    const moments = after.moments.map((moment) => (moment.seq < 5 ? moment : { ...moment, seq: moment.seq + 2 }));
    const positions = [{ version: 12, moments: moments.slice(5) }] as unknown as Parameters<typeof witnessed>[1];
    const verdict = check({ ...after, moments }, RECIPE, witnessed(seen, positions, 4), ID, []);
    expect(verdict.claims).toEqual(TRUE);
  });
});

/** The lines with two cards of two hidden hands exchanged: still a deal, but not the seed's. */
function swapped(): Line[] {
  const [one, two] = [1, 2].map((seat) => linesOf(honest())[seat + 1]?.text.split(' ') ?? []);
  const [a = '', b = ''] = [one?.[3], two?.[3]];
  const change: Record<string, string> = { [a]: b, [b]: a };
  return linesOf(honest()).map((line, place) => {
    const [verb = '', seat = '', ...cards] = line.text.split(' ');
    if (verb !== 'deal' || seat === '0' || place > 4) return line;
    const hand = cards.map((card) => change[card] ?? card).sort((x, y) => Number(x) - Number(y));
    return { ...line, text: [verb, seat, ...hand].join(' ') };
  });
}

/** What every eye may see is changed, in replay and paper alike. */
const changed = (replay: Replay, from: RegExp, to: string): Replay =>
  told(linesOf(replay).map(({ by, text }) => ({ by, text: text.replace(from, to) })));
const withoutLine = (place: number): Line[] => linesOf(honest()).filter((_, at) => at !== place);

/** The second deal is gone with the move before it, and somebody has played something else instead. */
function takenBack(): Replay {
  const replay = told([...linesOf(honest()).slice(0, 6), { by: 2, text: 'play 27' }]);
  return { ...replay, moments: replay.moments.map((moment) => (moment.seq < 7 ? moment : { ...moment, seq: 15 })) };
}

const FORGED: [string, Replay, (keyof Claims)[]][] = [
  ['other cards than the seed gives', told(swapped()), ['moves']],
  [
    'any cards, all of them said to be taken over from another match',
    asTable({ ...told(swapped()), seed: OTHER_SEED }, { continued: 9999 }),
    ['table', 'seed', 'paper', 'moves'],
  ],
  [
    'some cards said to be taken over from another match, whose paper has no seed',
    asTable({ ...told(swapped()), paper: told(swapped()).paper.replace(/^(seed|salt) .*\n/gm, '') }, { continued: 4 }),
    ['table', 'paper', 'moves'],
  ],
  ['another table’s match', asTable(honest(), { id: 'another' }), ['table']],
  ['another game', { ...asTable(honest(), { game: 'tarot' }) }, ['table', 'paper']],
  [
    'another game, on paper too',
    { ...asTable(honest(), { game: 'tarot' }), paper: honest().paper.replace('little-devils', 'tarot') },
    ['table'],
  ],
  [
    'another number of seats',
    { ...asTable(honest(), { seats: 4 }), paper: honest().paper.replace('seats 3', 'seats 4') },
    ['table', 'moves'],
  ],
  [
    'other options',
    asTable(told(linesOf(honest()), SEED, BOTH, ['option limit 60']), { options: { limit: '60' } }),
    ['table'],
  ],
  ['other options on paper alone', told(linesOf(honest()), SEED, BOTH, ['option limit 60']), ['paper']],
  ['another seed and commitment, with the luck that they give', honest(OTHER_SEED), ['seed', 'commitment', 'seen']],
  [
    'another seed under the commitment that was kept',
    { ...honest(OTHER_SEED), table: honest().table },
    ['seed', 'seen'],
  ],
  ['a seed that is none', { ...honest(), seed: 'devil' }, ['seed', 'paper', 'moves', 'lots']],
  ['a player’s salt left out', honest(SEED, [[1, FRIENDS]]), ['ownSalt', 'pledges', 'seen']],
  [
    'a friend’s salt changed when mine was known',
    honest(SEED, [
      [0, MINE],
      [1, 'ff'.repeat(16)],
    ]),
    ['pledges', 'seen'],
  ],
  ['a friend’s salt left out when mine was known', honest(SEED, [[0, MINE]]), ['pledges', 'seen']],
  ['a salt added for a bot', honest(SEED, [...BOTH, [2, 'ff'.repeat(16)]]), ['pledges', 'seen']],
  [
    'a second salt under a seat that has one',
    honest(SEED, [
      [0, 'ff'.repeat(16)],
      [0, MINE],
      [1, FRIENDS],
    ]),
    ['seed', 'pledges', 'seen', 'paper'],
  ],
  [
    'a paper that says something else than the replay',
    { ...honest(), paper: told(swapped()).paper.replace(/play \d+/, 'play 27') },
    ['paper', 'moves', 'seen'],
  ],
  [
    'a paper that has two seeds',
    { ...honest(), paper: honest().paper.replace('seed ', `seed ${OTHER_SEED}\nseed `) },
    ['paper'],
  ],
  [
    'a hand given to another seat, where these eyes saw only that it was dealt',
    {
      ...honest(),
      moments: honest().moments.map((moment) => ({ ...moment, text: moment.text.replace('deal 1', 'deal 2') })),
    },
    ['paper'],
  ],
  ['a move of nature left out', told(withoutLine(0)), ['moves', 'seen']],
  ['the end left out', told(linesOf(honest()).slice(0, 7)), ['seen']],
  ['a draw hidden as if it had been taken back', takenBack(), ['seen']],
  ['no move of nature at all', told([]), ['moves', 'seen']],
  [
    'a draw more than was seen',
    told([...linesOf(honest()).slice(0, 4), { by: 'nature', text: 'dealer 1' }, ...linesOf(honest()).slice(4)]),
    ['moves', 'seen'],
  ],
  ['a draw that the game does not have', told([...linesOf(honest()), { by: 'nature', text: 'wish 1' }]), ['moves']],
  ['a player’s move changed', changed(honest(), /^play \d+/, 'play 27'), ['seen']],
  ['a player’s move left out', told(withoutLine(4)), ['seen']],
  [
    'other numbers, so that nothing can be compared',
    { ...honest(), moments: honest().moments.map((moment) => ({ ...moment, seq: 100 * moment.seq })) },
    ['seen'],
  ],
  [
    'the same number for two moves',
    { ...honest(), moments: honest().moments.map((moment) => ({ ...moment, seq: Math.min(moment.seq, 5) })) },
    ['paper', 'seen'],
  ],
];

const wrongIn = ({ claims }: { claims: Claims }): string[] =>
  Object.entries(claims)
    .filter(([, holds]) => holds === false)
    .map(([claim]) => claim)
    .sort();

describe('a forged replay', () => {
  it.each(FORGED)('is refused: %s', (_, replay, wrong) => {
    const verdict = check(replay, RECIPE, EVIDENCE, ID, []);
    expect(verdict.finding).toBe('false');
    expect(wrongIn(verdict)).toEqual([...wrong].sort());
  });
});

const ALONE = ['person', 'bot', 'bot'];
const OTHER = fingerprint(OTHER_SEED);
/** Tables with which a house tries to get at what was kept, the luck that it would like, and what it is caught at. */
const LURED: [string, Table[], Replay, (keyof Claims)[]][] = [
  [
    'that redraws when it knows the salt of who is alone',
    [
      gathering({ commitment: OTHER }, ['', '', ''], ALONE),
      gathering({ commitment: OTHER, sealed: true }, [pledgeOf(MINE), '', ''], ALONE),
      gathering({}, ['', '', ''], ALONE),
      gathering({ sealed: true }, [pledgeOf(MINE), '', ''], ALONE),
    ],
    honest(SEED, [[0, MINE]]),
    ['redrawn'],
  ],
  [
    'that redraws for who is alone, and says that a bot has become a person',
    [
      gathering({ commitment: OTHER }, ['', '', ''], ALONE),
      gathering({ commitment: OTHER, sealed: true }, [pledgeOf(MINE), '', ''], ALONE),
      gathering(),
      gathering({ sealed: true }, PLEDGES),
    ],
    honest(),
    ['redrawn'],
  ],
  [
    'that changes a pledge when it knows mine',
    [
      gathering(),
      gathering({ sealed: true }, [pledgeOf(MINE), pledgeOf('cc'.repeat(16)), '']),
      gathering({ sealed: true }, PLEDGES),
    ],
    honest(),
    ['pledges'],
  ],
  [
    'that opens the pledges of who is alone again, and adds one for a bot',
    [
      gathering({}, ['', '', ''], ALONE),
      gathering({ sealed: true }, [pledgeOf(MINE), '', ''], ALONE),
      gathering({}, ['', '', ''], ALONE),
      gathering({ sealed: true }, PLEDGES, ALONE),
    ],
    honest(),
    ['pledges'],
  ],
  [
    'that leaves out the salt which it has been shown, as if its owner had been away',
    [
      gathering({}, ['', '', ''], ALONE),
      gathering({ sealed: true }, [pledgeOf(MINE), '', ''], ALONE),
      gathering({ sealed: true }, ['', '', ''], ALONE),
    ],
    honest(SEED, []),
    ['ownSalt', 'pledges'],
  ],
];

describe('a house is caught', () => {
  it.each(LURED)('%s', (_, tables, match, wrong) => {
    const verdict = check(match, RECIPE, kept(tables, match), ID, []);
    expect(verdict.finding).toBe('false');
    expect(wrongIn(verdict)).toEqual([...wrong].sort());
  });
  it('that says after the match that the table gathers, with another seed', () => {
    const lured = share(EVIDENCE, gathering({ commitment: OTHER }), () => MINE).evidence;
    expect(check(honest(OTHER_SEED), RECIPE, lured, ID, []).finding).toBe('false');
  });
  it('that tells what nature did in another way, later', () => {
    const forged = honest(OTHER_SEED);
    const position = { version: 99, moments: forged.moments } as unknown as Parameters<typeof witnessed>[1][number];
    expect(check(forged, RECIPE, witnessed(EVIDENCE, [position]), ID, []).claims.seen).toBe(false);
  });
});

const LINE = { verdict: 'lot', bot: false, steady: false } as const;

/** The receipt of round 1, which ended with the last move of seat 2: a lot between some seats. */
function receipt(seats: number[], winner: number, change: object = {}): Receipt {
  const others = seats.filter((seat) => seat !== winner);
  const lines = [winner, ...others].map((seat) => ({ ...LINE, seat }));
  return { round: 1, version: 7, stumbled: 0, lines, lots: [{ seats, winner }], ...change } as unknown as Receipt;
}

describe('the lots of a race', () => {
  const race: Recipe = { ...RECIPE, race: true };
  const block = blocks(hexToBytes(SEED), BOTH);
  const winner = Number(new Stream((number) => block(2 ** 31 + 1, number)).below(3n));
  const loser = (winner + 1) % 3;
  const checked = (...receipts: Receipt[]): Verdict => check(honest(), race, EVIDENCE, ID, receipts);
  const lots = (...receipts: Receipt[]): boolean | null => checked(...receipts).claims.lots;
  const without = (verdict: string): Receipt =>
    receipt([], 0, { lines: [0, 1, 2].map((seat) => ({ ...LINE, seat, verdict })), lots: [] });

  it('follow from the seed', () => {
    expect(lots(receipt([0, 1, 2], winner))).toBe(true);
    expect(checked(receipt([0, 1, 2], winner)).finding).toBe('true');
  });
  it('are none where nobody was as fast as another', () => {
    expect(checked(without('counted'))).toMatchObject({ claims: { lots: true }, unsaid: 0, finding: 'true' });
    expect(checked(without('void')).finding).toBe('true');
  });
  it('are none in a game that is no race', () => {
    expect(check(honest(), RECIPE, EVIDENCE, ID, [])).toMatchObject({ unsaid: 0, finding: 'true' });
  });
  it('of an older house are known from who was in them', () => {
    expect(lots(receipt([0, 1, 2], winner, { lots: [] }))).toBe(true);
    expect(lots(receipt([0, 1, 2], loser, { lots: [] }))).toBe(false);
  });
  it.each<[string, Receipt[]]>([
    ['no receipt is shown', []],
    ['the receipt is another round’s', [receipt([], 0, { version: 3, lines: [], lots: [] })]],
    [
      'the receipt leaves out somebody who has moved',
      [receipt([0, 1], 0, { lines: without('cut').lines.slice(1), lots: [] })],
    ],
    ['the receipt says of somebody who has moved that he was too late', [without('gone')]],
    ['four attempts were in lots, and the receipt names none of these', [receipt([0, 1, 2, 3], winner, { lots: [] })]],
  ])('are vouched for by nobody where %s', (_, receipts) => {
    expect(checked(...receipts)).toMatchObject({ claims: { lots: null }, unsaid: 1, finding: 'partly' });
    expect(doubt('lots', EVIDENCE)).toBe('unsaid');
  });
  it('are asked for of every round', () => {
    const lines = linesOf(honest());
    const twice = told([...lines, ...lines.slice(4, 7)]);
    const of = (...receipts: Receipt[]): Verdict => check(twice, race, null, ID, receipts);
    const second = { ...without('counted'), round: 2, version: 13 };

    expect(of(without('counted'), second).unsaid).toBe(0);
    expect(of(without('counted')).unsaid).toBe(1);
    expect(of(second).unsaid).toBe(1);
    expect(of().unsaid).toBe(2);
    expect(of().claims.lots).toBeNull();
  });
  it('of what was taken over from another match are not asked for', () => {
    const replay = asTable(honest(), { continued: 7 });
    expect(check(replay, race, null, ID, []).unsaid).toBe(0);
  });
  it.each<[string, Receipt]>([
    ['it fell on another', receipt([0, 1, 2], loser)],
    ['it fell on somebody who was not in it', receipt([0, 1, 2], 3)],
    [
      'somebody was in it of whom the receipt does not say so',
      receipt([0, 1], 0, { lots: [{ seats: [0, 1, 2], winner }] }),
    ],
    ['somebody was in none', receipt([0, 1, 2, 3], winner, { lots: [{ seats: [0, 1, 2], winner }] })],
    ['nobody was in it', receipt([], winner)],
    ['who won it got nothing', receipt([0, 1, 2], winner, { version: 4 })],
  ])('are refused where %s', (_, forged) => {
    expect(lots(forged)).toBe(false);
    expect(checked(forged).finding).toBe('false');
  });
});
