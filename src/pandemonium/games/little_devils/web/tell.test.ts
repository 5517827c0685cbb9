// What is said aloud in Little Devils, in three languages.
import { describe, expect, it } from 'vitest';

import type { Shown, Words } from '$kit/board';
import { makeWords, type Catalogue } from '$web/words';
import de from '../words/de.json';
import en from '../words/en.json';
import fr from '../words/fr.json';
import { ask, tell } from './tell';
import type { Action, Seat, View } from './types';

const NAMES = ['Thomas', 'David', 'Susanne', 'Patrick', 'Anne'];
const house: Catalogue = {};
const english: Words = makeWords('en', house, en);
const VIEW: View = {
  eyes: 0,
  options: { limit: 100, rounds: null, 'memory-aid': false },
  seats: 5,
  round: 2,
  dealer: 4,
  turn: 0,
  hand: [],
  held: [8, 8, 8, 8, 8],
  leader: 0,
  trick: [],
  called: null,
  last: null,
  tricks: [],
  taken: [0, 0, 0, 0, 0],
  totals: [7, 0, 0, 34, 0],
  over: false,
};
const TRICK = { leader: 0, cards: [22, 30, 27, 34, 23], taker: 3, devils: 7 };

/** A round of five has 50 moves, after the first one of all: these are of round 2. */
const ROUND_2 = 52;

function move(by: Seat | 'nature', what: Action, seq = ROUND_2): Shown {
  return { seq, by, what, at: 0, text: '' };
}

function said(by: Seat, card: number, view: View, words: Words = english, seq = ROUND_2): string {
  return tell(move(by, { type: 'play', card }, seq), view, words, NAMES);
}

describe('a move is told', () => {
  it('as lead, as call, as a card that follows', () => {
    const view = { ...VIEW, turn: 3, trick: [22, 30, 27], called: 'up' as const };

    expect(said(0, 22, view)).toBe('Thomas leads 22, two devils.');
    expect(said(1, 30, view)).toBe('David plays 30, three devils: up, above 22.');
    expect(said(2, 27, view)).toBe('Susanne plays 27, one devil.');
  });

  it('as a failure', () => {
    const view = { ...VIEW, turn: 3, trick: [22, 30, 15], called: 'up' as const };

    expect(said(2, 15, view)).toBe('Susanne has nothing above 22 and fails with 15, five devils.');
  });

  it('with the taker, when it ends the trick', () => {
    const view = { ...VIEW, turn: 3, leader: 3, last: TRICK, tricks: [TRICK] };

    expect(said(4, 23, view)).toBe('Anne plays 23, one devil. Patrick takes the trick with 34: 7 devils.');
  });

  it('with the totals, when it ends the round', () => {
    const told = said(4, 23, { ...VIEW, last: TRICK }, english, 51);

    expect(told).toContain('Round 1 is over. Totals: Thomas 7, David 0');
  });

  it('simply, when its trick is long gone', () => {
    expect(said(2, 15, VIEW)).toBe('Susanne plays 15, five devils.');
  });

  it('not as part of a later trick in which the same card was played again', () => {
    const view = { ...VIEW, round: 3, trick: [22], turn: 1 };

    expect(said(0, 22, view)).toBe('Thomas plays 22, two devils.');
  });

  it('once for a whole deal', () => {
    const deals = NAMES.map((_, seat) =>
      tell(move('nature', { type: 'deal', seat, cards: null }), VIEW, english, NAMES),
    );

    expect(deals.filter(Boolean)).toEqual(['Round 2: Anne deals, Thomas leads.']);
  });

  it('with the dealer of its own round', () => {
    const first = move('nature', { type: 'deal', seat: 4, cards: null }, 6);

    expect(tell(first, VIEW, english, NAMES)).toBe('Round 1: Patrick deals, Anne leads.');
  });
});

describe('the player is asked', () => {
  const plays = (...cards: number[]) => cards.map((card) => ({ type: 'play' as const, card }));

  it('nothing while it is not his turn', () => {
    expect(ask(VIEW, [], english)).toBe('');
  });

  it('to lead, to call, to follow or to fail', () => {
    const up = { ...VIEW, trick: [22, 30], called: 'up' as const };

    expect(ask(VIEW, plays(3, 9), english)).toContain('except one with five devils');
    expect(ask(VIEW, plays(15, 25), english)).toContain('only five-devil cards are left');
    expect(ask({ ...VIEW, trick: [22] }, plays(3, 9), english)).toContain('you make the call');
    expect(ask(up, plays(31), english)).toBe('Your turn: play a card above 22.');
    expect(ask(up, plays(3, 9), english)).toContain('nothing above 22 and fail');
  });
});

describe('in every language', () => {
  it.each([
    ['fr', fr],
    ['en', en],
    ['de', de],
  ] as const)('%s has every sentence, without signs that cannot be read aloud', (language, catalogue: Catalogue) => {
    const words = makeWords(language, catalogue);
    const sentences = Object.entries(catalogue).filter(([key]) => key.startsWith('say.'));

    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
    expect(sentences.map(([, sentence]) => JSON.stringify(sentence)).join()).not.toMatch(/[▲▼✗ψ◆→]/);
    expect(said(4, 23, { ...VIEW, last: TRICK, tricks: [TRICK] }, words)).not.toMatch(/say\.|tell\.|[{}]/);
  });
});
