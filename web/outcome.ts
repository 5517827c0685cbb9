// Who has won, in a sentence that speaks to whoever reads it.
import type { Standing } from './wire';
import type { Words } from './words';

/** `mine`: the seats of the reader; round one screen, and for who only watches, nobody is meant in particular. */
export function whoWon(
  standings: readonly Standing[],
  names: readonly string[],
  mine: readonly number[],
  words: Words,
): string {
  const winners = standings.flatMap(({ place }, seat) => (place === 1 ? [seat] : []));
  const called = (seats: readonly number[]): string => words.list(seats.map((seat) => names[seat] ?? ''));
  if (winners.length === 0) return words('table.nobody-won');
  if (!isMine(winners, mine))
    return words(winners.length === 1 ? 'table.won' : 'table.won-together', { names: called(winners) });
  const others = winners.filter((seat) => !mine.includes(seat));
  return words(others.length === 0 ? 'table.won-you' : 'table.won-with-you', { names: called(others) });
}

/** Whether the reader, who sits on one seat, has won. */
export const isMine = (winners: readonly number[], mine: readonly number[]): boolean =>
  mine.length === 1 && winners.some((seat) => mine.includes(seat));

/** The place of the reader, who sits on one seat and has not won: where some come before others who have not either. */
export function placeOf(standings: readonly Standing[], mine: readonly number[]): number | null {
  const place = standings[mine.length === 1 ? (mine[0] ?? -1) : -1]?.place ?? 1;
  return place > 1 && new Set(standings.map((its) => its.place)).size > 2 ? place : null;
}
