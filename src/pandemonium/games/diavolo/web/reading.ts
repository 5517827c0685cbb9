// What the dice say, so that a finished round can be explained on them: figures, workings, and which dice counted.
// The house decides which colour is right; nothing here is shown before it has.
import type { Words } from '$kit/board';
import { DICE } from './colours';
import type { DieColour, Explained, OrderFace, Reading, Throw } from './types';

export interface Lying {
  colour: DieColour | 'grey';
  /** 0 for the Order die. */
  value: number;
  x: number;
  y: number;
  degrees: number;
}

export type Mark = 'best' | 'counted' | 'idle';

/** The Order die first, then black, red and white, value by value, where they lie. */
export function dice(thrown: Throw): Lying[] {
  const places = thrown.places ?? inRows(thrown);
  const faces: [DieColour | 'grey', number][] = [
    ['grey', 0],
    ...DICE.flatMap((colour) => thrown[colour].map((value): [DieColour, number] => [colour, value])),
  ];
  return faces.map(([colour, value], index) => ({ colour, value, ...(places[index] ?? { x: 0, y: 0, degrees: 0 }) }));
}

/** The same dice in the cup: without faces or places. */
export function blanks(each: number): Lying[] {
  const colours = DICE.flatMap((colour) => Array.from({ length: each }, () => colour));
  return (['grey', ...colours] as const).map((colour) => ({ colour, value: 0, x: 0, y: 0, degrees: 0 }));
}

/** All that could matter about a throw, as the house reads it: for the log, which tells of rounds long past. */
export function read(thrown: Throw): Reading {
  const each = (figure: (values: number[], colour: DieColour) => number): [number, number, number] => [
    figure(thrown.black, 'black'),
    figure(thrown.red, 'red'),
    figure(thrown.white, 'white'),
  ];
  const [order, ...others] = dice(thrown);
  return {
    sums: each((values) => values.reduce((sum, value) => sum + value, 0)),
    spreads: each((values) => Math.max(...values) - Math.min(...values)),
    odds: each((values) => values.filter((value) => value % 2 === 1).length),
    highest: each((values) => Math.max(...values)),
    nearest: each((_, colour) =>
      Math.min(...others.filter((die) => die.colour === colour).map((die) => apart(die, order))),
    ),
  };
}

/** 3.1 What the order asks for, for black, red and white. */
export function figures(order: OrderFace, reading: Reading): number[] {
  switch (order) {
    case 'largest-sum':
    case 'smallest-sum':
      return reading.sums;
    case 'largest-spread':
      return reading.spreads;
    case 'most-odd':
      return reading.odds;
    case 'highest-value':
      return reading.highest;
    case 'closest':
      return reading.nearest ?? [0, 0, 0];
  }
}

/** The colours that are best for the order; several where they tie. */
export function best({ throw: thrown, reading }: Pick<Explained, 'throw' | 'reading'>): DieColour[] {
  const all = figures(thrown.order, reading);
  const wanted = thrown.order === 'smallest-sum' || thrown.order === 'closest' ? Math.min(...all) : Math.max(...all);
  return DICE.filter((_, index) => Math.abs((all[index] ?? 0) - wanted) <= 1e-9);
}

/** Of each die on the table, whether it decided the round, mattered for its colour, or did not matter. */
export function marks(explained: Pick<Explained, 'throw' | 'reading'>): Mark[] {
  const winners = best(explained);
  return dice(explained.throw).map((die) => {
    if (die.colour === 'grey') return 'counted';
    if (!counts(die, explained.throw)) return 'idle';
    return winners.includes(die.colour) ? 'best' : 'counted';
  });
}

/** How a colour's figure comes about: "2 + 3 + 6 = 11". */
export function working(colour: DieColour, explained: Pick<Explained, 'throw' | 'reading'>, words: Words): string {
  const { throw: thrown, reading } = explained;
  const values = thrown[colour];
  const figure = figures(thrown.order, reading)[DICE.indexOf(colour)] ?? 0;
  switch (thrown.order) {
    case 'largest-sum':
    case 'smallest-sum':
      return `${values.join(' + ')} = ${String(figure)}`;
    case 'largest-spread':
      return `${String(Math.max(...values))} − ${String(Math.min(...values))} = ${String(figure)}`;
    case 'most-odd':
      return figure === 0
        ? words('board.odd-none')
        : words('board.odd-of', { n: figure, values: values.filter((value) => value % 2 === 1).join(' ') });
    case 'highest-value':
      return String(figure);
    case 'closest':
      return words('board.edges', { n: told(figure, figures(thrown.order, reading)) });
  }
}

/** How far each die of a colour lies from the Order die, nearest first, in edges of a die. */
export function distances(colour: DieColour, thrown: Throw): number[] {
  const [order, ...others] = dice(thrown);
  const nearest = read(thrown).nearest ?? [];
  return others
    .filter((die) => die.colour === colour)
    .map((die) => told(apart(die, order), nearest))
    .sort((one, other) => one - other);
}

/** A figure with one decimal, or with as many as it takes to tell those apart that are not the same. */
export function told(figure: number, all: readonly number[]): number {
  const apartAt = (scale: number): boolean =>
    all.every((one) =>
      all.every((other) => Math.abs(one - other) < 1e-9 || Math.round(one * scale) !== Math.round(other * scale)),
    );
  const scale = [10, 100, 1000].find(apartAt) ?? 1000;
  return Math.round(figure * scale) / scale;
}

function counts(die: Lying, thrown: Throw): boolean {
  if (die.colour === 'grey') return true;
  const values = thrown[die.colour];
  switch (thrown.order) {
    case 'largest-sum':
    case 'smallest-sum':
      return true;
    case 'largest-spread':
      return die.value === Math.max(...values) || die.value === Math.min(...values);
    case 'most-odd':
      return die.value % 2 === 1;
    case 'highest-value':
      return die.value === Math.max(...values);
    case 'closest': {
      const [order, ...others] = dice(thrown);
      const same = others.filter(({ colour }) => colour === die.colour);
      return apart(die, order) <= Math.min(...same.map((other) => apart(other, order))) + 1e-9;
    }
  }
}

function apart(die: Lying, order: Lying | undefined): number {
  return order === undefined ? 0 : Math.hypot(die.x - order.x, die.y - order.y);
}

/** Places for a throw that came without: a row for each colour, the Order die over them. */
function inRows(thrown: Throw): { x: number; y: number; degrees: number }[] {
  const rows = DICE.flatMap((colour, row) =>
    thrown[colour].map((_, die) => ({ x: 2 * die - (thrown[colour].length - 1), y: 2 * row - 1, degrees: 0 })),
  );
  return [{ x: 0, y: -3, degrees: 0 }, ...rows];
}
