// What is said at a table of Le Diable par la queue: one sentence for a move, one for what is asked. Made for ears.
import type { Shown, Words } from '$kit/board';

import { spoken } from './speech';
import type { Action, View } from './types';

export function tell(move: Shown, seen: unknown, words: Words, names: string[]): string {
  const view = seen as View;
  const what = move.what as Action;
  const name = typeof move.by === 'number' ? (names[move.by] ?? '') : '';
  switch (what.type) {
    case 'first':
      return words('tell.first', { name: names[what.seat] ?? '' });
    case 'name':
      return words('say.name', { name, cell: spoken(what.cell, words) });
    case 'lay':
      return typeof move.by === 'number' ? laid(move.by, what.turn, name, view, words, names) : '';
    case 'draw':
      return '';
  }
}

/** The card, the tails that it finished, and who has to pass. */
function laid(by: number, turn: number, name: string, view: View, words: Words, names: string[]): string {
  const cell = view.last;
  if (cell === null || view.cards[cell]?.turn !== turn) return words('say.laid', { name });
  const said = [words('say.lay', { name, cell: spoken(cell, words) })];
  for (const { devil, end, into, length, path } of view.tails) {
    if (!path.some((step) => step.cell === cell)) continue;
    if (end === 'tail') said.push(words('tell.scores', { devil, n: length }));
    else if (end === 'body' && devil < into) said.push(words('tell.tied', { devil, other: into }));
  }
  if (view.seats === 3 && view.turn !== null)
    for (let seat = (by + 1) % 3; seat !== view.turn; seat = (seat + 1) % 3)
      said.push(words('tell.pass', { name: names[seat] ?? '' }));
  return said.join(' ');
}

export function ask(seen: unknown, legal: unknown[], words: Words): string {
  const view = seen as View;
  const actions = legal as Action[];
  if (actions.some(({ type }) => type === 'name')) return words(view.bound === null ? 'say.ask.name' : 'say.ask.bound');
  if (view.cell === null || !actions.some(({ type }) => type === 'lay')) return '';
  return words(view.forced ? 'say.ask.twin' : 'say.ask.lay', { n: actions.length, cell: spoken(view.cell, words) });
}
