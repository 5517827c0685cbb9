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
      return what.seat === view.seats - 1 ? tellRound(roundOf(move, view), view, words, names) : '';
    case 'play':
      return move.by === 'nature' ? '' : tellPlay(move.by, what.card, roundOf(move, view), view, words, names);
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

/** A log opens with the first dealer; then each round has a deal for every seat, and nine cards from each. */
function roundOf(move: Shown, view: View): number {
  return Math.min(view.round, Math.max(1, 1 + Math.floor((move.seq - 2) / (10 * view.seats))));
}

/** The last hand of a deal opens the round. The deal goes round with the sun (2.3). */
function tellRound(round: number, view: View, words: Words, names: string[]): string {
  if (view.dealer === null || (view.turn === null && !view.over)) return '';
  const dealer = (((view.dealer + round - view.round) % view.seats) + view.seats) % view.seats;
  const leader = (dealer + 1) % view.seats;
  return words('tell.deal', { round, dealer: names[dealer] ?? '', leader: names[leader] ?? '' });
}

function tellPlay(by: Seat, card: Card, round: number, view: View, words: Words, names: string[]): string {
  const name = names[by] ?? '';
  const said = { name, card: sayCard(card, words) };
  const laid = trickOf(by, card, round, view);
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
  if (place === view.seats - 1) told.push(...tellTaken(laid, round, view, words, names));
  return told.join(' ');
}

function tellTaken(laid: Laid, round: number, view: View, words: Words, names: string[]): string[] {
  const card = takes(laid.cards) ?? 0;
  const taker = names[playedBy(laid.leader, laid.cards.indexOf(card), view.seats)] ?? '';
  const n = laid.cards.reduce((sum, each) => sum + devilsOn(each), 0);
  const told = [words('tell.trick', { name: taker, card, n })];
  const isLast = view.last !== null && view.last.leader === laid.leader && view.last.cards.includes(card);
  // Only the totals of the round that ended last are known.
  if (isLast && (view.over || view.tricks.length === 0)) {
    const scores = view.totals.map((total, seat) => `${names[seat] ?? ''} ${words.number(total)}`).join(', ');
    told.push(words('tell.round', { round, scores }));
  }
  return told;
}

/** The trick to which this seat gave this card, as far as one can still see it. */
function trickOf(by: Seat, card: Card, round: number, view: View): Laid | null {
  const known: Laid[] = [];
  if (round === view.round) {
    known.push(...view.tricks);
    if (view.leader !== null) known.push({ leader: view.leader, cards: view.trick });
  }
  // The last trick of the round before lies there until another is taken.
  if (view.tricks.length === 0 && view.last !== null && round >= view.round - 1) known.push(view.last);
  const its = known.find(({ leader, cards }) => {
    const place = cards.indexOf(card);
    return place >= 0 && playedBy(leader, place, view.seats) === by;
  });
  return its ?? null;
}
