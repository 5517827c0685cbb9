// The end of a match speaks to whoever reads it.
import { expect, it } from 'vitest';

import inHouse from '../../src/pandemonium/words/en.json';
import { placeOf, whoWon } from '../outcome';
import { makeWords, type Words } from '../words';

const words = makeWords('en', inHouse) as Words;
const names = ['Ann', 'Ben', 'Cem'];
const places = (...all: number[]) => all.map((place) => ({ place, points: 0 }));

it('tells who has won that he has, and the others who', () => {
  expect(whoWon(places(1, 2, 3), names, [0], words)).toBe('You win!');
  expect(whoWon(places(1, 2, 3), names, [1], words)).toBe('Ann wins!');
  expect(whoWon(places(1, 1, 3), names, [1], words)).toBe('You win, together with Ann!');
  expect(whoWon(places(1, 1, 3), names, [2], words)).toBe('Ann and Ben share the win!');
});
it('means nobody in particular round one screen, and who only watches', () => {
  expect(whoWon(places(2, 1, 3), names, [0, 1], words)).toBe('Ben wins!');
  expect(whoWon(places(2, 1, 3), names, [], words)).toBe('Ben wins!');
});
it('says so when nobody has won', () => {
  expect(whoWon(places(2, 2, 2), names, [0], words)).toBe('Nobody wins.');
});
it('tells who has not won how far he came', () => {
  expect(placeOf(places(1, 3, 2), [1])).toBe(3);
  expect(placeOf(places(1, 3, 2), [0])).toBeNull();
});
it('names no place where there are but winners and losers, nor round one screen, nor to who only watches', () => {
  expect(placeOf(places(1, 2), [1])).toBeNull();
  expect(placeOf(places(1, 2, 1, 2), [1])).toBeNull();
  expect(placeOf(places(1, 3, 2), [1, 2])).toBeNull();
  expect(placeOf(places(1, 3, 2), [])).toBeNull();
});
