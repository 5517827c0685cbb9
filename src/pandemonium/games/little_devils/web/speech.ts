// Cards in words: for ears, and for those who like to read.
import type { Card, Seat, View, Words } from './types';

/** “22, two devils”. `devils` are by card. */
export function sayCard(card: Card, devils: readonly number[], words: Words): string {
  const n = devils[card] ?? 0;
  return words('board.card', { card, devils: words.or(`devils.${String(n)}`, words('devils', { n })) });
}

/** Who sits there and how he stands: “Lilith, to play, 3 cards, 12 devils, 2 this round”. */
export function aboutSeat(seat: Seat, view: View, names: readonly string[], words: Words): string {
  const about = [names[seat] ?? ''];
  if (seat === view.turn) about.push(words('board.turn'));
  if (!view.over) about.push(words('board.held', { n: view.held[seat] ?? 0 }));
  about.push(words('board.total', { n: view.totals[seat] ?? 0 }));
  if (view.options['memory-aid'] && !view.over) about.push(words('board.this-round', { n: view.taken[seat] ?? 0 }));
  if (seat === view.dealer) about.push(words('board.dealer'));
  return about.join(', ');
}

/** Why a card of the hand cannot be played now, as the house would say it; '' if nothing is against it. */
export function whyNot(card: Card, view: View, names: readonly string[], words: Words): string {
  if (view.over) return words('no.match-over');
  if (view.turn === null) return words('draw.dealing');
  if (view.turn !== view.eyes) return words('board.not-yet', { name: names[view.turn] ?? '' });
  const { barred } = view;
  if (!barred?.cards.includes(card)) return '';
  return words(`no.${barred.why}`, barred.lead === null ? { card } : { card, lead: barred.lead });
}

/** 5.2 What has been played in this round, in order of number. */
export function gone(view: View): Card[] {
  const played = [...view.tricks.flatMap(({ cards }) => cards), ...view.trick.cards.map(({ card }) => card)];
  return played.sort((a, b) => a - b);
}
