// What moves after a move, and what does not.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Shown } from '$kit/board';

import example from './example.json';
import { GROWS, News } from './news.svelte';
import type { Action, Tail, View } from './wire';

const long = example.tail as Tail;
const short: Tail = { ...long, length: 2, path: long.path.slice(0, 2) };
const sounds: string[] = [];
const sound = (name: string): number => sounds.push(name);
const lay: Shown<Action> = { seq: 3, by: 1, what: { type: 'lay', turn: 0 }, at: 0, text: 'lay 0' };

function view(tail: Tail, phase: View['phase'], ...cells: number[]): View {
  const cards = Array.from({ length: 54 }, (_, cell) => (cells.includes(cell) ? { kind: 0, turn: 0 } : null));
  return { eyes: 0, tails: [tail], cards, phase } as unknown as View;
}
const before = view(short, 'lay');
const after = view(long, 'name', 3);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  sounds.length = 0;
});

it('nothing moves at first sight', () => {
  const news = new News();
  expect(news.look(after, [], false, sound)).toBeNull();
  expect([news.fresh, news.grown, sounds]).toEqual([[], [], []]);
});

it('another player’s card turns into place, and the tail lies short until it has grown', () => {
  const news = new News();
  news.look(before, [], false, sound);
  expect(news.look(after, [lay], false, sound)).toBe(before);
  expect(news.fresh).toEqual([3]);
  expect(news.lying(after.tails)[0]?.path).toHaveLength(2);
  expect(sounds).toEqual(['tile']);
  vi.advanceTimersByTime(GROWS + 400);
  expect(news.lying(after.tails)[0]?.path).toHaveLength(long.length);
});

it('one’s own card lies already', () => {
  const news = new News();
  news.look(before, [], false, sound);
  news.look(after, [{ ...lay, by: 0 }], false, sound);
  expect(news.fresh).toEqual([]);
  expect(news.lying(after.tails)[0]?.path).toHaveLength(long.length);
});

it('nothing moves for whoever wants it still', () => {
  const news = new News();
  news.look(before, [], true, sound);
  news.look(after, [lay], true, sound);
  expect([news.fresh, news.grown]).toEqual([[], []]);
});

it('the count begins by itself only if the match ends before our eyes', () => {
  const news = new News();
  news.look(view(long, 'over', 3), [], false, sound);
  expect(news.ended).toBe(false);
  const live = new News();
  live.look(before, [], false, sound);
  live.look(view(long, 'over', 3), [lay], false, sound);
  expect(live.ended).toBe(true);
});
