// Is the circuit a circuit, however long the track and however small the screen?
import { describe, expect, it } from 'vitest';

import { breadth, circuitOf } from './circuit';

/** As wide and as high as the room is on phones held both ways, a tablet, a desk and a wall. */
const SIZES = [
  [344, 330],
  [300, 344],
  [440, 374],
  [800, 780],
  [960, 440],
  [2600, 1500],
] as const;

describe.each([12, 30, 41, 60])('a circuit of %i cells', (cells) => {
  it.each(SIZES)('closes, on %i × %i pixels', (width, height) => {
    const circuit = circuitOf(cells, width, height);
    const [first, again] = [circuit.spot(0), circuit.spot(cells)];

    expect(again.x).toBeCloseTo(first.x);
    expect(again.y).toBeCloseTo(first.y);
  });

  it.each(SIZES)('stays on its ground, on %i × %i pixels', (width, height) => {
    const circuit = circuitOf(cells, width, height);
    for (let cell = 0; cell < cells; cell++) {
      for (const { x, y } of [circuit.spot(cell, circuit.broad / 2), circuit.spot(cell, -circuit.broad / 2)]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(circuit.width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(circuit.height);
      }
    }
  });

  it.each(SIZES)('has cells that can be told apart, and room for the box, on %i × %i pixels', (width, height) => {
    const circuit = circuitOf(cells, width, height);

    expect(circuit.long).toBeGreaterThan(15);
    expect(circuit.width - 2 * circuit.broad).toBeGreaterThanOrEqual(4.62 * 44);
    expect(circuit.height - 2 * circuit.broad).toBeGreaterThanOrEqual(190);
  });
});

it('is run clockwise from the finish line at the upper left', () => {
  const circuit = circuitOf(30, 960, 450);

  expect(circuit.heading(0)).toBe(0);
  expect(circuit.spot(1).x).toBeGreaterThan(circuit.spot(0).x);
  expect(circuit.spot(0).y).toBeLessThan(breadth(960, 450));
});
