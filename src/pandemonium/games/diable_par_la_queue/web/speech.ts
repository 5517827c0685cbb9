// What is said about cells and tails, for eyes and for ears.
import { isUpper, numberOf } from './geometry';
import type { Runs } from './runs';
import type { Growth, Tail, View } from './wire';
import type { Words } from './words';

/** How cells are called: `spoken` for ears, `nameOf` for eyes that have the board before them. */
export type Calls = (cell: number, words: Words) => string;

/** A cell, to be read aloud: “cell +14”. */
export function spoken(cell: number, words: Words): string {
  return words('cell', { half: isUpper(cell) ? 'upper' : 'lower', number: numberOf(cell) });
}

/** Who plays for a side: “Ann”, “Ann and Cem”. */
export function owners(side: number, view: View, names: readonly string[], words: Words): string {
  return words.list((view.sides[side]?.seats ?? []).map((seat) => names[seat] ?? ''));
}

/** A tail as it lies: how long, finished or not, where it goes. */
export function aboutTail(tail: Tail, words: Words, calls: Calls = spoken): string {
  const n = tail.length;
  switch (tail.end) {
    case 'tail':
      return words('board.tail.scores', { n, into: tail.into.toLowerCase() });
    case 'body':
      return words('board.tail.tied', { n, into: tail.into });
    case 'open':
      return words(n === 0 ? 'board.tail.none' : 'board.tail.open', { n, cell: calls(tail.waits ?? 0, words) });
  }
}

export function aboutDevil(
  tail: Tail | undefined,
  view: View,
  names: readonly string[],
  words: Words,
  calls: Calls = spoken,
): string {
  if (!tail) return '';
  return words('board.devil', {
    devil: tail.devil,
    owner: owners(tail.side, view, names, words),
    tail: aboutTail(tail, words, calls),
  });
}

/** What a card would do, devil by devil: how long each tail gets, and where it leads. */
export function aboutChanges(grown: readonly Growth[], words: Words, calls: Calls = spoken): string {
  if (grown.length === 0) return words('board.no-change');
  return grown
    .map(({ before, tail }) =>
      words(`board.change.${tail.end}`, {
        devil: tail.devil,
        before,
        n: tail.length,
        cell: calls(tail.waits ?? 0, words),
        into: tail.end === 'tail' ? tail.into.toLowerCase() : tail.into,
      }),
    )
    .join(' ');
}

/** Where the card in hand would lie, and how; keys that do nothing there are not named. */
export function aboutLaying(cell: number, how: { way: number; ways: number; changes: string }, words: Words): string {
  return words(how.ways === 1 ? 'board.cell.laying-same' : 'board.cell.laying', { cell: spoken(cell, words), ...how });
}

/** Why a free cell may not be named now; nothing, if it may or if that is not the question. */
export function whyNot(cell: number, view: View, words: Words): string {
  const found = view.forbidden.find((its) => its.cell === cell);
  return found ? words(`board.why.${found.why}`, { devil: found.devil }) : '';
}

/** Everything there is to know about a cell. */
export function aboutCell(
  cell: number,
  view: View,
  runs: Runs,
  words: Words,
  offered: boolean,
  calls: Calls = spoken,
): string {
  const name = calls(cell, words);
  if (view.cards[cell]) {
    const devils = [...new Set(runs.flatMap((run) => (run ? [run.devil] : [])))].sort();
    return devils.length
      ? words('board.cell.tails', { cell: name, devils: words.list(devils) })
      : words('board.cell.card', { cell: name });
  }
  if (cell === view.cell) return words(view.forced ? 'board.cell.twin' : 'board.cell.target', { cell: name });
  if (offered) return words('board.cell.offered', { cell: name });
  const why = whyNot(cell, view, words);
  return why ? words('board.cell.forbidden', { cell: name, why }) : words('board.cell.free', { cell: name });
}
