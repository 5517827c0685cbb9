// A wheel and a swipe turn the card once each; elsewhere they do nothing.
import { expect, it } from 'vitest';

import { Gestures } from './gestures';

function scene(onCard = true): { gestures: Gestures; spins: number[] } {
  const spins: number[] = [];
  return {
    gestures: new Gestures(
      () => onCard,
      (by) => spins.push(by),
    ),
    spins,
  };
}
const wheel = (deltaY: number, timeStamp: number): WheelEvent =>
  ({ deltaY, timeStamp, target: null, preventDefault: () => undefined }) as unknown as WheelEvent;
const at = (clientX: number, clientY: number): PointerEvent =>
  ({ clientX, clientY, target: null }) as unknown as PointerEvent;

it('one push of the wheel is one turn', () => {
  const { gestures, spins } = scene();
  for (const time of [1000, 1020, 1040, 1400]) gestures.wheel(wheel(1, time));
  gestures.wheel(wheel(-1, 2000));
  expect(spins).toEqual([1, 1, -1]);
});

it('a swipe turns the card, and is no click', () => {
  const { gestures, spins } = scene();
  gestures.down(at(0, 0));
  gestures.up(at(-60, 5));
  expect([spins, gestures.swiped]).toEqual([[-1], true]);
  gestures.down(at(0, 0));
  gestures.up(at(3, 2));
  expect([spins, gestures.swiped]).toEqual([[-1], false]);
});

it('whatever happens beside the card turns nothing', () => {
  const { gestures, spins } = scene(false);
  gestures.wheel(wheel(1, 1000));
  gestures.down(at(0, 0));
  gestures.up(at(90, 0));
  expect(spins).toEqual([]);
});
