// The board is drawn where the rules say that everything lies.
import { describe, expect, it } from 'vitest';

import lies from './cells.json';
import { example } from './example';
import {
  cellCalled,
  CELLS,
  centreOf,
  crossing,
  nameOf,
  onBoard,
  place,
  pointsUp,
  range,
  ROWS,
  seatAt,
  show,
  stepFrom,
} from './geometry';

const at = (cell: number, number: number): string => show(onBoard(cell, crossing(number)));
const { material, two: devils } = example;

describe('cells', () => {
  it('lie, point, are called and meet as the rules have it (tests/games/diable_par_la_queue/dplq_cells.py)', () => {
    expect(CELLS).toBe(lies.length);
    for (const [cell, { row, x, pointsUp: up, name, sector, across }] of lies.entries()) {
      expect([place(cell), pointsUp(cell), nameOf(cell)]).toEqual([{ row, x }, up, name]);
      const middle = centreOf(cell);
      const degrees = (Math.atan2(middle.y, middle.x) * 180) / Math.PI;
      expect(Math.floor(((degrees + 180) % 360) / 60)).toBe(sector);
      for (const [number, met] of across.entries())
        if (met !== null) expect(at(met[0] ?? 0, met[1] ?? 0)).toBe(at(cell, number));
    }
  });

  it('lie in rows of 7, 9, 11, 11, 9 and 7 (1.1)', () => {
    expect(ROWS.map((row) => row.length)).toEqual([7, 9, 11, 11, 9, 7]);
    expect(ROWS.map((row) => nameOf(row[0] ?? 0))).toEqual(['+1', '+8', '+17', '−27', '−16', '−7']);
  });

  it('are called by half and number, and found by that name (1.2)', () => {
    for (const cell of range(0, CELLS)) expect(cellCalled(nameOf(cell))).toBe(cell);
    expect(cellCalled('+07')).toBe(6);
    expect(cellCalled('-14')).toBe(cellCalled('−14'));
    expect(['+0', '+28', 'x3', '14', ''].map(cellCalled)).toEqual(Array(5).fill(undefined));
    expect([example.bound.cell, example.bound.twin].map(nameOf)).toEqual(['+14', '−14']);
  });

  it('meet their neighbours mirrored at the crossings, and the devils at the rim (2.2, 1.5)', () => {
    const met = new Map<string, number[]>();
    for (const cell of range(0, CELLS))
      for (const number of range(0, 6)) met.set(at(cell, number), [...(met.get(at(cell, number)) ?? []), number]);
    const rim = new Set(material.rim.flatMap(([cell, body, end]) => [at(cell, body), at(cell, end)]));
    for (const [spot, [one = 0, other]] of met)
      if (other === undefined) expect(rim.has(spot)).toBe(true);
      else expect(other).toBe(one ^ 1);
    expect([...met.values()].filter((meet) => meet.length === 1)).toHaveLength(rim.size);
  });

  it('can all be reached with the arrow keys', () => {
    const seen = new Set([0]);
    for (const cell of seen)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) seen.add(stepFrom(cell, key));
    expect(seen.size).toBe(CELLS);
    expect(nameOf(stepFrom(0, 'ArrowUp'))).toBe('+1');
    expect(nameOf(stepFrom(0, 'End'))).toBe('+7');
  });
});

describe('devils', () => {
  it('are drawn outside the board, clockwise from its left corner (1.4)', () => {
    const round = material.rim.map((perch) => {
      const { body } = seatAt(perch);
      return (Math.atan2(body.y, body.x) * 180) / Math.PI;
    });
    const from = round.map((angle) => (angle + 540) % 360);
    expect(from).toEqual([...from].sort((one, other) => one - other));
    expect(devils.slice(0, 3).map(({ devil, waits }) => `${devil} ${nameOf(waits ?? 0)}`)).toEqual([
      'A +17',
      'B +8',
      'C +1',
    ]);
  });
});

describe('a tail from the rules', () => {
  const { devil, into, path, length } = example.tail;
  const seatOf = (letter: string) => seatAt(material.rim[devils.findIndex((its) => its.devil === letter)] ?? [0, 0, 0]);

  it('begins at its body and ends in a tail end', () => {
    const [first = 0, enters = 0] = path[0] ?? [];
    const [last = 0, , leaves = 0] = path.at(-1) ?? [];
    expect(at(first, enters)).toBe(show(seatOf(devil).body));
    expect(at(last, leaves)).toBe(show(seatOf(into).end));
    expect(path).toHaveLength(length);
  });

  it('is drawn without a gap, along strands that are printed on the cards', () => {
    path.forEach(([cell, enters, leaves], step) => {
      const next = path[step + 1];
      if (next) expect(at(next[0], next[1])).toBe(at(cell, leaves));
      const [, kind = 0, turn = 0] = example.cards.find(([lies]) => lies === cell) ?? [];
      const printed = [enters, leaves].map((number) => (number + 6 - 2 * turn) % 6);
      expect(material.kinds[kind]?.some((pair) => printed.every((number) => pair.includes(number)))).toBe(true);
    });
  });
});
