// What can be seen of a card and of a trick by looking at them. What may be played is the house's to say, not ours.
// Numbers in comments are those of RULES.md.

import type { Card, Play, Seat, View } from './types';

export type Devils = 0 | 1 | 2 | 3 | 5;

// 1.2 The cards not named here carry one.
const OTHERS: readonly (readonly [Devils, readonly Card[]])[] = [
  [0, [1, 2, 14, 16, 24, 26, 34, 36, 44, 46]],
  [2, [4, 12, 18, 22, 28, 32, 38, 42, 48]],
  [3, [6, 8, 10, 20, 30, 40, 50, 52, 54]],
  [5, [15, 25, 35, 45]],
];
const DEVILS = new Map<Card, Devils>(OTHERS.flatMap(([devils, cards]) => cards.map((card) => [card, devils] as const)));

export function devilsOn(card: Card): Devils {
  return DEVILS.get(card) ?? 1;
}

export function devilsIn(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + devilsOn(card), 0);
}

/** 3.3 What the second player called; null before he did. */
export function calls(trick: readonly Card[]): 'up' | 'down' | null {
  const [lead, second] = trick;
  if (lead === undefined || second === undefined) return null;
  return second > lead ? 'up' : 'down';
}

/** 3.4 Whether a card of this trick lies on the wrong side of the lead. */
export function fails(trick: readonly Card[], card: Card): boolean {
  const [lead] = trick;
  const called = calls(trick);
  return lead !== undefined && called !== null && card !== lead && card > lead !== (called === 'up');
}

/** 3.5 The card that takes the trick as it stands; null while nobody has called. */
export function takes(trick: readonly Card[]): Card | null {
  const called = calls(trick);
  if (called === null) return null;
  const turned = trick.some((card) => fails(trick, card));
  return (called === 'up') === turned ? Math.min(...trick) : Math.max(...trick);
}

/** Whose card of a trick this is. */
export function playedBy(leader: Seat, place: number, seats: number): Seat {
  return (leader + place) % seats;
}

/** 5.2 What has been played in this round, in order of number. */
export function gone(view: View): Card[] {
  return [...view.tricks.flatMap((trick) => trick.cards), ...view.trick].sort((a, b) => a - b);
}

export interface Reason {
  key: string;
  facts: Record<string, string | number>;
}

/** Why a card of the hand may not be played now: the same words that the house would refuse it with. */
export function whyNot(view: View, legal: readonly Play[], card: Card, names: readonly string[]): Reason | null {
  if (legal.some((play) => play.card === card)) return null;
  if (view.over) return { key: 'no.match-over', facts: {} };
  if (view.turn === null) return { key: 'draw.dealing', facts: {} };
  if (view.turn !== view.eyes) return { key: 'board.not-yet', facts: { name: names[view.turn] ?? '' } };
  const [lead] = view.trick;
  if (lead === undefined) return { key: 'no.no-five-led', facts: { card } };
  return { key: view.called === 'up' ? 'no.must-follow-up' : 'no.must-follow-down', facts: { lead } };
}
