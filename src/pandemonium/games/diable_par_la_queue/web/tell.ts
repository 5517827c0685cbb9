// What is said at a table of Le Diable par la queue: one sentence for a move, one for what is asked. Made for ears.
import type { Shown, Words } from '$kit/board';

import { twin } from './geometry';
import { spoken } from './speech';
import type { Action, View } from './wire';

/** A move in a sentence. The view is one from after it; with the log, it may be from long after it. */
export function tell(move: Shown, seen: unknown, words: Words, names: string[], log: readonly Shown[] = []): string {
  const view = seen as View;
  const what = move.what as Action;
  const name = typeof move.by === 'number' ? (names[move.by] ?? '') : '';
  switch (what.type) {
    case 'first':
      return words('tell.first', { name: names[what.seat] ?? '' });
    case 'name':
      return words('say.name', { name, cell: spoken(what.cell, words) });
    case 'lay':
      return typeof move.by === 'number' ? laid(move, name, view, words, names, log) : '';
    case 'draw':
      return '';
  }
}

/** The card, the tails that it finished, and who has to pass. */
function laid(move: Shown, name: string, view: View, words: Words, names: string[], log: readonly Shown[]): string {
  const order = layOrder(log);
  const cell = order.get(move.seq) ?? view.last;
  if (cell === null) return words('say.laid', { name });
  const said = [words('say.lay', { name, cell: spoken(cell, words) })];
  const later = new Set([...order].flatMap(([seq, other]) => (seq > move.seq ? [other] : [])));
  for (const { devil, end, into, length, path } of view.tails) {
    // What finished a tail is the card on its way that was laid last.
    if (!path.some((step) => step.cell === cell) || path.some((step) => later.has(step.cell))) continue;
    if (end === 'tail') said.push(words('tell.scores', { devil, n: length }));
    else if (end === 'body' && devil < into) said.push(words('tell.tied', { devil, other: into }));
  }
  const next = follower(move, view, log);
  if (view.seats === 3 && next !== null)
    for (let seat = (Number(move.by) + 1) % 3; seat !== next; seat = (seat + 1) % 3)
      said.push(words('tell.pass', { name: names[seat] ?? '' }));
  return said.join(' ');
}

/** By the number of the move, the cell of each card of a log; of a log that does not begin at the beginning, nothing. */
function layOrder(log: readonly Shown[]): Map<number, number> {
  const order = new Map<number, number>();
  if ((log[0]?.what as Action | undefined)?.type !== 'first') return order;
  let named: number | null = null;
  let last = 0;
  for (const { seq, what } of log as readonly Shown<Action>[]) {
    if (what.type === 'name') named = what.cell;
    else if (what.type === 'lay') {
      last = named ?? twin(last);
      named = null;
      order.set(seq, last);
    }
  }
  return order;
}

/** Whose turn it was after this move. */
function follower(move: Shown, view: View, log: readonly Shown[]): number | null {
  const next = log.find(({ seq, by }) => seq > move.seq && by !== 'nature');
  return next ? Number(next.by) : view.turn;
}

export function ask(seen: unknown, legal: unknown[], words: Words): string {
  const view = seen as View;
  const actions = legal as Action[];
  if (actions.some(({ type }) => type === 'name')) return words(view.bound === null ? 'say.ask.name' : 'say.ask.bound');
  if (view.cell === null || !actions.some(({ type }) => type === 'lay')) return '';
  return words(view.forced ? 'say.ask.twin' : 'say.ask.lay', { n: actions.length, cell: spoken(view.cell, words) });
}
