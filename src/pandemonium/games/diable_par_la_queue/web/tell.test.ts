// What is said at the table: for the move just made, and for a whole log told again.
import { describe, expect, it } from 'vitest';

import type { Shown } from '$kit/board';
import { makeWords } from '$web/words';

import en from '../words/en.json';
import fr from '../words/fr.json';
import { aboutCell, aboutChanges, aboutDevil } from './speech';
import { ask, tell } from './tell';
import type { Action, Tail, View } from './wire';

const words = makeWords('en', en);
const names = ['Ann', 'Bob', 'Cem'];

function tail(devil: string, end: Tail['end'], into: string, ...cells: number[]): Tail {
  return {
    devil,
    side: 0,
    length: cells.length,
    end,
    into,
    path: cells.map((cell) => ({ cell, enters: 0, leaves: 1 })),
  };
}

function view(given: Partial<View>): View {
  return {
    eyes: 0,
    seats: 2,
    phase: 'name',
    turn: 0,
    cell: null,
    forced: false,
    drawn: null,
    last: null,
    cards: Array.from({ length: 54 }, () => null),
    nameable: [],
    stock: [8, 8, 8, 8, 8, 8, 8],
    tails: [],
    points: [0, 0],
    bound: null,
    forbidden: [],
    previews: [],
    ...given,
  };
}

function log(...moves: [Shown['by'], Action][]): Shown[] {
  return moves.map(([by, what], seq) => ({ seq, by, what, at: 0, text: '' }));
}

const match = log(
  ['nature', { type: 'first', seat: 0 }],
  [0, { type: 'name', cell: 0 }],
  ['nature', { type: 'draw', kind: 0 }],
  [0, { type: 'lay', turn: 0 }],
  ['nature', { type: 'draw', kind: 0 }],
  [1, { type: 'lay', turn: 0 }],
  [1, { type: 'name', cell: 3 }],
  ['nature', { type: 'draw', kind: 0 }],
  [1, { type: 'lay', turn: 0 }],
);
const end = view({ last: 3, turn: 0, tails: [tail('C', 'tail', 'C', 0), tail('E', 'tail', 'C', 3, 0)] });
const told = (moves: Shown[], seen: View, seq: number): string => {
  const move = moves[seq];
  return move ? tell(move, seen, words, names, moves) : '';
};

describe('tell', () => {
  it('says who begins and what is named', () => {
    expect(told(match, end, 0)).toBe('The lot falls on Ann, who begins.');
    expect(told(match, end, 1)).toBe('Ann names upper cell 1.');
    expect(told(match, end, 2)).toBe('');
  });

  it('finds the cell of every card in the log, twins too, and which tail it finished', () => {
    expect(told(match, end, 3)).toBe('Ann lays a card on upper cell 1. The tail of C is finished: 1 point.');
    expect(told(match, end, 5)).toBe('Bob lays a card on lower cell 1.');
    expect(told(match, end, 8)).toBe('Bob lays a card on upper cell 4. The tail of E is finished: 2 points.');
  });

  it('takes the last cell if it has no log', () => {
    const [move] = match.slice(-1);
    expect(move && tell(move, end, words, names)).toContain('lays a card on upper cell 4');
  });

  it('says who passes (5.3)', () => {
    const three = log(
      ['nature', { type: 'first', seat: 0 }],
      [0, { type: 'name', cell: 0 }],
      ['nature', { type: 'draw', kind: 0 }],
      [0, { type: 'lay', turn: 0 }],
    );
    expect(told(three, view({ seats: 3, turn: 2, last: 0 }), 3)).toContain('Bob finds no cell to name and passes.');
  });

  it('says once that two devils are tied', () => {
    const tied = view({ last: 3, tails: [tail('C', 'body', 'E', 3), tail('E', 'body', 'C', 3)] });
    expect(told(match, tied, 8).match(/tied/g)).toHaveLength(1);
  });
});

describe('ask', () => {
  it('asks for a cell, then for a turn, and for nothing when nothing can be done', () => {
    expect(ask(view({}), [{ type: 'name', cell: 0 }], words)).toBe('Name a free cell for your next card.');
    expect(ask(view({ bound: 1 }), [{ type: 'name', cell: 0 }], words)).toContain('outside the sector');
    const lays = [0, 1, 2].map((turn) => ({ type: 'lay', turn }));
    expect(ask(view({ cell: 40, forced: true }), lays, words)).toBe(
      'First the twin of the last cell: turn your card and lay it on lower cell 14.',
    );
    expect(ask(view({ cell: 40 }), [], words)).toBe('');
  });
});

describe('speech', () => {
  it('explains a cell that may not be named', () => {
    const seen = view({ forbidden: [{ cell: 7, why: 'opponents-body', devil: 'B' }] });
    expect(aboutCell(7, seen, [], words, false)).toBe(
      'upper cell 8, free, may not be named: the body of B, an opponent’s devil, sits there',
    );
    expect(aboutCell(8, seen, [], words, true)).toBe('upper cell 9, free, may be named');
  });

  it('says where an open tail waits, and what a card would do', () => {
    const open = tail('A', 'open', '', 16);
    const seen = view({ tails: [open] });
    expect(aboutDevil(open, seen, names, words)).toBe('Devil A (Ann): 1 card, open, waits at lower cell 27');
    expect(aboutChanges([open], [tail('A', 'tail', 'B', 16, 17)], makeWords('fr', fr))).toBe(
      'A passe de 1 à 2 et s’achève au bout b.',
    );
    expect(aboutChanges([open], [], words)).toBe('No tail changes.');
  });
});
