// How the dice of a throw lie on the table.
import { DICE } from './colours';
import type { DieColour, Throw } from './types';

export interface Lying {
  colour: DieColour | 'grey';
  /** 0 for the Order die. */
  value: number;
  x: number;
  y: number;
  degrees: number;
}

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

/** Places for a throw that came without: a row for each colour, the Order die over them. */
function inRows(thrown: Throw): { x: number; y: number; degrees: number }[] {
  const rows = DICE.flatMap((colour, row) =>
    thrown[colour].map((_, die) => ({ x: 2 * die - (thrown[colour].length - 1), y: 2 * row - 1, degrees: 0 })),
  );
  return [{ x: 0, y: -3, degrees: 0 }, ...rows];
}
