// The board is drawn where board.py says that everything lies.
import { describe, expect, it } from 'vitest';

import example from './example.json';
import {
  beyond,
  cellCalled,
  CELLS,
  crossing,
  KINDS,
  nameOf,
  onBoard,
  PERCHES,
  range,
  ROWS,
  sectorOf,
  show,
  stepFrom,
  twin,
} from './geometry';

const at = (cell: number, number: number): string => show(onBoard(cell, crossing(number)));

describe('cells', () => {
  it('lie in rows of 7, 9, 11, 11, 9 and 7 (1.1)', () => {
    expect(ROWS.map((row) => row.length)).toEqual([7, 9, 11, 11, 9, 7]);
    expect(ROWS.map((row) => nameOf(row[0] ?? 0))).toEqual(['u1', 'u8', 'u17', 'l27', 'l16', 'l7']);
  });

  it('are nine to a sector (1.1)', () => {
    for (const sector of range(0, 6))
      expect(range(0, CELLS).filter((cell) => sectorOf(cell) === sector)).toHaveLength(9);
  });

  it('are called by half and number, and found by that name', () => {
    for (const cell of range(0, CELLS)) expect(cellCalled(nameOf(cell))).toBe(cell);
    expect(cellCalled('U07')).toBe(6);
    expect(['u0', 'u28', 'x3', '14', ''].map(cellCalled)).toEqual(Array(5).fill(undefined));
    expect(nameOf(twin(13))).toBe('l14');
  });

  it('meet their neighbours mirrored at the crossings (2.2)', () => {
    for (const cell of range(0, CELLS))
      for (const number of range(0, 6)) {
        const other = beyond(cell, number >> 1);
        if (other !== undefined) expect(at(other, number ^ 1)).toBe(at(cell, number));
      }
  });

  it('can all be reached with the arrow keys', () => {
    const seen = new Set([0]);
    for (const cell of seen)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) seen.add(stepFrom(cell, key));
    expect(seen.size).toBe(CELLS);
    expect(nameOf(stepFrom(0, 'ArrowUp'))).toBe('u1');
    expect(nameOf(stepFrom(0, 'End'))).toBe('u7');
  });
});

describe('devils', () => {
  it('sit clockwise on their cells (1.4)', () => {
    expect(PERCHES.map(({ letter, cell }) => `${letter} ${nameOf(cell)}`)).toEqual(
      ('A u17,B u8,C u1,D u2,E u4,F u6,G u7,H u16,I u27,' + 'K l17,L l8,M l1,N l2,O l4,P l6,R l7,S l16,T l27').split(
        ',',
      ),
    );
  });
});

describe('a tail from the rules', () => {
  const { devil, into, path, length } = example.tail;

  it('begins at its body and ends in a tail end', () => {
    const first = path[0];
    const last = path.at(-1);
    expect(at(first?.cell ?? 0, first?.enters ?? 0)).toBe(
      show(PERCHES.find((its) => its.letter === devil)?.body ?? { x: 0, y: 0 }),
    );
    expect(at(last?.cell ?? 0, last?.leaves ?? 0)).toBe(
      show(PERCHES.find((its) => its.letter === into)?.end ?? { x: 0, y: 0 }),
    );
    expect(path).toHaveLength(length);
  });

  it('is drawn without a gap, along strands that are printed on the cards', () => {
    path.forEach(({ cell, enters, leaves }, step) => {
      const next = path[step + 1];
      if (next) expect(at(next.cell, next.enters)).toBe(at(cell, leaves));
      const [, kind = 0, turn = 0] = example.cards.find(([lies]) => lies === cell) ?? [];
      const printed = [enters, leaves].map((number) => (number + 6 - 2 * turn) % 6);
      expect(KINDS[kind]?.split('-').some((pair) => printed.every((number) => pair.includes(String(number))))).toBe(
        true,
      );
    });
  });
});
