// What can be seen of cards and tricks, held against the rulebook itself.
import { describe, expect, it } from 'vitest';

import rules from '../RULES.md?raw';
import { calls, devilsIn, devilsOn, fails, gone, takes, whyNot } from './trick';
import type { View } from './types';

const NAMES = ['Lilith', 'Mammon', 'Pazuzu', 'Abaddon'];
const VIEW: View = {
  eyes: 0,
  options: { limit: 100, rounds: null, 'memory-aid': false },
  seats: 4,
  round: 1,
  dealer: 1,
  turn: 0,
  hand: [7, 15, 31],
  held: [3, 3, 2, 2],
  leader: 2,
  trick: [22, 30],
  called: 'up',
  last: null,
  tricks: [],
  taken: [0, 0, 0, 0],
  totals: [0, 0, 0, 0],
  over: false,
};

describe('a card', () => {
  it('carries the devils of table 1.2', () => {
    const rows = [...rules.matchAll(/^\| (none|\d) \| ([\d ]+) \|$/gm)];
    const printed = rows.flatMap(([, devils, cards]) =>
      (cards ?? '').split(' ').map((card): [number, number] => [Number(card), devils === 'none' ? 0 : Number(devils)]),
    );

    expect(printed.sort(([a], [b]) => a - b).map(([card]) => card)).toEqual(
      Array.from({ length: 54 }, (_, n) => n + 1),
    );
    for (const [card, devils] of printed) expect(devilsOn(card), `card ${card}`).toBe(devils);
    expect(devilsIn(printed.map(([card]) => card))).toBe(87);
  });
});

describe('a trick', () => {
  it('goes to the highest card when all obey an up (6.1)', () => {
    const trick = [22, 30, 27, 34, 23];

    expect([calls(trick), takes(trick), devilsIn(trick)]).toEqual(['up', 34, 7]);
    expect(trick.filter((card) => fails(trick, card))).toEqual([]);
  });

  it('turns round when somebody fails (6.2)', () => {
    const trick = [37, 31, 39, 15, 1, 46];

    expect([calls(trick), takes(trick), devilsIn(trick)]).toEqual(['down', 46, 8]);
    expect(trick.filter((card) => fails(trick, card))).toEqual([39, 46]);
  });

  it('belongs to nobody before the call (3.3)', () => {
    expect([takes([]), takes([22]), calls([22])]).toEqual([null, null, null]);
  });
});

describe('why a card may not be played', () => {
  const legal = [{ type: 'play' as const, card: 31 }];

  it('is not asked of one that may', () => {
    expect(whyNot(VIEW, legal, 31, NAMES)).toBeNull();
  });

  it('names the lead that must be followed (3.4)', () => {
    expect(whyNot(VIEW, legal, 7, NAMES)).toEqual({ key: 'no.must-follow-up', facts: { lead: 22 } });
    expect(whyNot({ ...VIEW, trick: [22, 9], called: 'down' }, legal, 7, NAMES)?.key).toBe('no.must-follow-down');
  });

  it('names the five that may not be led (3.2)', () => {
    const leading = { ...VIEW, trick: [], called: null, leader: 0 };

    expect(whyNot(leading, legal, 15, NAMES)).toEqual({ key: 'no.no-five-led', facts: { card: 15 } });
  });

  it('names whose turn it is', () => {
    expect(whyNot({ ...VIEW, turn: 3 }, [], 7, NAMES)).toEqual({ key: 'board.not-yet', facts: { name: 'Abaddon' } });
  });
});

describe('the memory aid', () => {
  it('knows what is gone in this round, the cards on the table too (5.2)', () => {
    const tricks = [{ leader: 0, cards: [5, 9, 12, 3], taker: 2, devils: 5 }];

    expect(gone({ ...VIEW, tricks })).toEqual([3, 5, 9, 12, 22, 30]);
  });
});
