// Which imp flies to which hand.
import { describe, expect, it } from 'vitest';

import { impOf } from './flight';
import type { Grabbed } from './types';

const WHOLE = [3, 3, 3, 1];
const GRABS: Grabbed[] = [0, 1, 2].map((seat) => ({ type: 'grabbed', seat, colour: 'red', ms: 900 }));
const held = (left: number[]): string[] => [0, 1, 2].map((seat) => impOf(seat, GRABS, WHOLE, left));

describe('imps', () => {
  it('fly to the hand that took them: no two hands hold the same one', () => {
    expect(held([3, 0, 3, 1])).toEqual(['red 2', 'red 1', 'red 0']);
  });

  it('that still stand in the middle did not fly: each hand has its own', () => {
    const calm = held(WHOLE);

    expect(new Set(calm).size).toBe(3);
    expect(calm).not.toContain('red 2');
  });

  it('that lie covered are none of those in the middle', () => {
    expect(impOf(0, [{ type: 'chosen', seat: 0, ms: 900 }], WHOLE, WHOLE)).toBe('');
  });
});
