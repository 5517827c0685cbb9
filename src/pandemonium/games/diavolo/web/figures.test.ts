// How figures are written, by the example of the rules (7).
import { describe, expect, it } from 'vitest';

import { makeWords } from '$web/words';
import de from '../words/de.json';
import en from '../words/en.json';
import { seconds, verdict, working } from './figures';
import type { Explained, OrderFace } from './types';

const words = makeWords('en', en);

function example(order: OrderFace, red: number, counted: number[]): Pick<Explained, 'right' | 'counted'> {
  const figures = { black: 0, red, white: 0 };
  return {
    right: { type: 'right', round: 1, order, figures, colour: 'red', best: ['red'] },
    counted: [[], counted, []],
  };
}

describe('a figure is worked out', () => {
  it.each([
    ['largest-sum', 13, [3, 5, 5], '3 + 5 + 5 = 13'],
    ['smallest-sum', 13, [3, 5, 5], '3 + 5 + 5 = 13'],
    ['largest-spread', 2, [5, 3], '5 − 3 = 2'],
    ['most-odd', 3, [3, 5, 5], '3 odd (3 5 5)'],
    ['most-odd', 0, [], 'no odd face'],
    ['highest-value', 5, [5, 5], '5'],
    ['closest', 2.25, [], '2.25 edges'],
  ] as const)('%s: %s', (order, figure, counted, written) => {
    expect(working('red', example(order, figure, [...counted]), words)).toBe(written);
  });
});

it('a figure without words takes little room in any language (7)', () => {
  expect(working('red', example('most-odd', 2, [3, 5]), words, true)).toBe('2 (3 5)');
  expect(working('red', example('most-odd', 0, []), words, true)).toBe('0');
});

it('times have hundredths, and the point of the language', () => {
  expect(seconds(1004, words)).toBe('1.00\u00a0s');
  expect(seconds(640, makeWords('de', de))).toBe('0,64\u00a0s');
});

it('times are the same beside the board as in the log', () => {
  const told = words.told([{ type: 'grabbed', seat: 0, colour: 'red', ms: 1315 }], ['Ann']);

  expect(told).toBe(`Ann grabs red after ${seconds(1315, words)}.`);
});

describe('a round speaks to whoever played it (3.4, 3.6)', () => {
  const round = {
    ...example('largest-sum', 13, [3, 5, 5]),
    grabs: [{ type: 'grabbed', seat: 1, colour: 'black', ms: 900 }],
    changes: [0, -1, -1, 1, null, -1],
    settled: [{ type: 'out', seats: [5] }],
  } as unknown as Explained;

  it.each([
    [0, 'Right! You keep your gems.'],
    [1, 'Wrong: it was red, 3 + 5 + 5 = 13.'],
    [2, 'Too late: it was red, 3 + 5 + 5 = 13.'],
    [3, 'You win a gem!'],
    [4, ''],
    [5, 'Too late: it was red, 3 + 5 + 5 = 13. You are out.'],
  ])('seat %i: %s', (seat, said) => {
    expect(verdict(seat, round, words)).toBe(said);
  });
  it.each([
    ['highest-value', 6, 'Wrong: it was red, highest die 6.', 'Falsch: Es war rot, höchster Würfel 6.'],
    ['closest', 2.3, 'Wrong: it was red, 2.3 edges away.', 'Falsch: Es war rot, 2,3 Kanten entfernt.'],
  ] as const)('says in words what made it right: %s', (order, figure, inEnglish, inGerman) => {
    const other = { ...round, ...example(order, figure, []) };

    expect(verdict(1, other, words)).toBe(inEnglish);
    expect(verdict(1, other, makeWords('de', de))).toBe(inGerman);
  });
  it('says that grey was right when colours tied', () => {
    const tied = { ...round, right: { ...round.right, colour: 'grey' } } as Explained;

    expect(verdict(1, tied, words)).toBe('Wrong: it was grey, a tie.');
  });
});
