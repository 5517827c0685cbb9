// How an imp gets from the middle to the hand that took it, and back for the next round.
import { cubicOut } from 'svelte/easing';
import { crossfade, fade, type CrossfadeParams, type TransitionConfig } from 'svelte/transition';

import { tempo } from '$kit/tempo';

import { COLOURS } from './colours';
import type { Chosen, Colour, Grabbed } from './types';

type Fly = (node: Element, params: CrossfadeParams & { key: string }) => () => TransitionConfig;
export interface Flight {
  send: Fly;
  receive: Fly;
}

export const FLIGHT_MS = 380;

/** Imps fly, unless no motion is wanted. */
export function flight(still: boolean): Flight {
  const lasts = still ? 0 : tempo.factor * FLIGHT_MS;
  const [send, receive] = crossfade({
    duration: lasts,
    easing: cubicOut,
    fallback: (node) => fade(node, { duration: lasts / 2 }),
  });
  return { send, receive };
}

/** Which of the imps somebody holds: the last ones are taken first. Where all of them still stand there, one of his own. */
export function impOf(
  seat: number,
  taken: readonly (Grabbed | Chosen)[],
  whole: readonly number[],
  left: readonly number[],
): string {
  const grabs = taken.filter((each) => each.type === 'grabbed');
  const grab = grabs.find((each) => each.seat === seat);
  if (grab === undefined) return '';
  const which = COLOURS.indexOf(grab.colour);
  const before = grabs.slice(0, grabs.indexOf(grab)).filter(({ colour }) => colour === grab.colour).length;
  const index = (whole[which] ?? 0) - 1 - before;
  return index < (left[which] ?? 0) ? `own ${String(seat)}` : impKey(grab.colour, index);
}

export const impKey = (colour: Colour, index: number): string => `${colour} ${String(index)}`;
