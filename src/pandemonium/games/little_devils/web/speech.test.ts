// Cards in words.
import { describe, expect, it } from 'vitest';

import { makeWords } from '$web/words';
import house from '../../../words/en.json';
import en from '../words/en.json';
import { aboutSeat, gone, sayCard, whyNot } from './speech';
import type { LaidTrick, View, Words } from './types';

const words: Words = makeWords('en', house, en);
const NAMES = ['Lilith', 'Mammon', 'Pazuzu', 'Abaddon'];
const TRICK: LaidTrick = {
  cards: [
    { seat: 2, card: 22, did: 'led' },
    { seat: 3, card: 30, did: 'called' },
  ],
  way: 'up',
  devils: 5,
  taker: 3,
  turned: false,
};
const VIEW: View = {
  eyes: 0,
  options: { limit: 100, rounds: null, 'memory-aid': false },
  seats: 4,
  devils: [0, 0, 2, 7],
  round: 1,
  dealer: 1,
  turn: 0,
  hand: [7, 15, 31],
  barred: { cards: [7, 15], why: 'must-follow-up', lead: 22 },
  held: [3, 3, 2, 2],
  trick: TRICK,
  last: null,
  tricks: [],
  taken: [0, 0, 0, 0],
  totals: [0, 0, 0, 0],
  over: false,
  winners: [],
};

describe('a card', () => {
  it('is called by its number and its devils', () => {
    const said = [1, 2, 3].map((card) => sayCard(card, VIEW.devils, words));

    expect(said).toEqual(['1, no devil', '2, two devils', '3, 7 devils']);
  });
});

describe('a seat', () => {
  it('is called by its player, whose turn it is, what he holds and has taken, and who deals', () => {
    const aided: View = {
      ...VIEW,
      totals: [1, 12, 0, 0],
      taken: [5, 0, 0, 0],
      options: { ...VIEW.options, 'memory-aid': true },
    };

    expect(aboutSeat(0, aided, NAMES, words)).toBe('Lilith, to play, 3 cards, 1 devil, 5 this round');
    expect(aboutSeat(1, { ...VIEW, totals: [1, 12, 0, 0] }, NAMES, words)).toBe('Mammon, 3 cards, 12 devils, deals');
  });
});

describe('why a card may not be played', () => {
  it('is not said of one that may', () => {
    expect(whyNot(31, VIEW, NAMES, words)).toBe('');
  });

  it('is what the house says against it', () => {
    const leading: View = { ...VIEW, barred: { cards: [15], why: 'no-five-led', lead: null } };

    expect(whyNot(7, VIEW, NAMES, words)).toBe(words('no.must-follow-up', { lead: 22 }));
    expect(whyNot(15, leading, NAMES, words)).toBe(words('no.no-five-led', { card: 15 }));
  });

  it('is that it is somebody else’s turn, or nobody’s', () => {
    expect(whyNot(7, { ...VIEW, turn: 3 }, NAMES, words)).toContain('Abaddon');
    expect(whyNot(7, { ...VIEW, turn: null }, NAMES, words)).toBe(words('draw.dealing'));
    expect(whyNot(7, { ...VIEW, turn: null, over: true }, NAMES, words)).toBe(words('no.match-over'));
  });
});

describe('the memory aid', () => {
  it('knows what is gone in this round, the cards on the table too (5.2)', () => {
    const tricks = [{ leader: 0, cards: [5, 9, 12, 3], taker: 2, devils: 5 }];

    expect(gone({ ...VIEW, tricks })).toEqual([3, 5, 9, 12, 22, 30]);
  });
});
