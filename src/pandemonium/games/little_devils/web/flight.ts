// How a card flies: from a seat or the hand to the table, and with its trick to the taker.

import { cubicIn, cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';

const FLIGHT_MS = 420;

/** To where it lies now, from the middle of another place. */
export function flyFrom(node: Element, from: DOMRect | null, still: boolean): TransitionConfig {
  if (still || from === null) return { duration: 0 };
  const { dx, dy, scale } = between(node, from);
  return {
    duration: FLIGHT_MS,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${dx * u}px, ${dy * u}px) rotate(${-14 * u}deg) scale(${1 + (scale - 1) * u}); opacity: ${Math.min(1, 0.4 + 2 * t)}`,
  };
}

/** From where it lies now into the middle of another place, where it vanishes. */
export function flyTo(node: Element, to: DOMRect | null, still: boolean): TransitionConfig {
  if (still || to === null) return { duration: 0 };
  const { dx, dy } = between(node, to);
  return {
    duration: FLIGHT_MS,
    easing: cubicIn,
    css: (t, u) =>
      `transform: translate(${dx * u}px, ${dy * u}px) rotate(${20 * u}deg) scale(${1 - 0.7 * u}); opacity: ${Math.min(1, 2 * t)}`,
  };
}

function between(node: Element, other: DOMRect): { dx: number; dy: number; scale: number } {
  const own = node.getBoundingClientRect();
  return {
    dx: other.x + other.width / 2 - own.x - own.width / 2,
    dy: other.y + other.height / 2 - own.y - own.height / 2,
    scale: own.width > 0 ? Math.min(1.6, other.width / own.width) : 1,
  };
}
