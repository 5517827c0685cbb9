// Whom a reader does not want to hear: a player by his chair, whatever he calls himself; who only watches by his name.
import type { Table } from './wire';

export interface Speaker {
  seat: number | null;
  name: string;
}

const chairOf = (table: string, seat: number): string => `${table}/${String(seat)}`;

/** Under what he may be muted, the first thing first; under his name on a chair is what he said before he left it. */
const under = (table: string, { seat, name }: Speaker): string[] =>
  seat === null ? [name] : [chairOf(table, seat), `${chairOf(table, seat)}/${name}`];

export const isMuted = (muted: readonly string[], table: string, speaker: Speaker): boolean =>
  under(table, speaker).some((its) => muted.includes(its));

/** Who is muted when the reader has said that he wants to hear somebody, or does not: also where they play again. */
export function muting(
  muted: readonly string[],
  { id, rematch }: Pick<Table, 'id' | 'rematch'>,
  speaker: Speaker,
  quiet: boolean,
): string[] {
  const tables = rematch !== null && speaker.seat !== null ? [id, rematch] : [id];
  const others = muted.filter((its) => !tables.some((table) => under(table, speaker).includes(its)));
  return quiet ? [...others, ...tables.flatMap((table) => under(table, speaker).slice(0, 1))] : others;
}

/** What of it holds now that the table is as it is. Who has left a chair is not heard, but whoever sits down there next;
 *  and who is muted here is muted on the chair that is kept for him where they play again. */
export function stillMuted(
  muted: readonly string[],
  before: Pick<Table, 'rematch'> | null,
  table: Table,
  said: readonly Speaker[],
): readonly string[] {
  let left = muted;
  for (const [seat, { kind, invited }] of table.chairs.entries()) {
    const chair = chairOf(table.id, seat);
    if (!muted.includes(chair)) continue;
    if (kind === 'open' && invited !== 'you' && invited !== 'another') {
      const names = said.flatMap((line) => (line.seat === seat ? [`${chair}/${line.name}`] : []));
      left = [...left.filter((its) => its !== chair), ...new Set(names)];
    }
    if (table.rematch !== null && (before?.rematch ?? null) === null) left = [...left, chairOf(table.rematch, seat)];
  }
  return left;
}
