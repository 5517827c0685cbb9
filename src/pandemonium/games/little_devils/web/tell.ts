// What Little Devils says aloud: what happened, and what is asked. Made for ears, so without signs.

import type { Shown, Words } from '$kit/board';
import { calls, devilsOn, fails, playedBy, takes } from './trick';
import type { Action, Card, Play, Seat, View } from './types';

interface Laid {
  leader: Seat;
  cards: Card[];
}

/** One sentence, or a few, about a move. `view` is after it, or after some more. */
export function tell(move: Shown, view: View, words: Words, names: string[]): string {
  const what = move.what as Action;
  switch (what.type) {
    case 'dealer':
      return words('tell.dealer', { name: names[what.seat] ?? '' });
    case 'deal':
      return what.seat === view.seats - 1 ? tellRound(view, words, names) : '';
    case 'play':
      return move.by === 'nature' ? '' : tellPlay(move.by, what.card, view, words, names);
  }
}

/** What the player is asked now. */
export function ask(view: View, legal: Play[], words: Words): string {
  const [first] = legal;
  if (first === undefined) return '';
  const [lead] = view.trick;
  if (lead === undefined) {
    return words(legal.every(({ card }) => devilsOn(card) === 5) ? 'say.ask-lead-five' : 'say.ask-lead');
  }
  if (view.called === null) return words('say.ask-second', { lead });
  const follows = first.card > lead === (view.called === 'up');
  return words(`say.ask-${follows ? 'follow' : 'fail'}-${view.called}`, { lead });
}

/** A card in words: “22, two devils”. */
export function sayCard(card: Card, words: Words): string {
  return words(`say.card-${devilsOn(card)}`, { card });
}

/** The last hand of a deal opens the round. */
function tellRound(view: View, words: Words, names: string[]): string {
  if (view.dealer === null || view.turn === null) return '';
  const leader = (view.dealer + 1) % view.seats;
  return words('tell.deal', { round: view.round, dealer: names[view.dealer] ?? '', leader: names[leader] ?? '' });
}

function tellPlay(by: Seat, card: Card, view: View, words: Words, names: string[]): string {
  const name = names[by] ?? '';
  const said = { name, card: sayCard(card, words) };
  const laid = trickOf(by, card, view);
  const [lead] = laid?.cards ?? [];
  if (laid === null || lead === undefined) return words('say.follow', said);
  const place = laid.cards.indexOf(card);
  const called = calls(laid.cards);
  const told: string[] = [];
  if (place === 0) told.push(words('say.lead', said));
  else if (place === 1) told.push(words(called === 'up' ? 'say.up' : 'say.down', { ...said, lead }));
  else if (fails(laid.cards, card))
    told.push(words(called === 'up' ? 'say.fail-up' : 'say.fail-down', { ...said, lead }));
  else told.push(words('say.follow', said));
  if (place === view.seats - 1) told.push(...tellTaken(laid, view, words, names));
  return told.join(' ');
}

function tellTaken(laid: Laid, view: View, words: Words, names: string[]): string[] {
  const card = takes(laid.cards) ?? 0;
  const taker = names[playedBy(laid.leader, laid.cards.indexOf(card), view.seats)] ?? '';
  const n = laid.cards.reduce((sum, each) => sum + devilsOn(each), 0);
  const told = [words('tell.trick', { name: taker, card, n })];
  const isLast = view.last !== null && view.last.cards.includes(card) && view.last.leader === laid.leader;
  if (isLast && (view.over || view.tricks.length === 0)) {
    const scores = view.totals.map((total, seat) => `${names[seat] ?? ''} ${String(total)}`).join(', ');
    told.push(words('tell.round', { round: view.over ? view.round : view.round - 1, scores }));
  }
  return told;
}

/** The trick to which this seat gave this card: the one on the table, the last one, or an older one. */
function trickOf(by: Seat, card: Card, view: View): Laid | null {
  const known: Laid[] = [];
  if (view.leader !== null && view.trick.length > 0) known.push({ leader: view.leader, cards: view.trick });
  if (view.last !== null) known.push(view.last);
  known.push(...view.tricks);
  const its = known.find(({ leader, cards }) => {
    const place = cards.indexOf(card);
    return place >= 0 && playedBy(leader, place, view.seats) === by;
  });
  return its ?? null;
}
