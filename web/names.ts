// What the people at a table are called, also where several of them share one device and one identity.
import { toldApart } from './kit/brief';
import type { Chair, Table } from './wire';

const key = (id: string): string => `pandemonium.names.${id}`;

/** Remember on this device who sits where round it. */
export function keepNames(id: string, names: string[]): void {
  try {
    localStorage.setItem(key(id), JSON.stringify(names));
  } catch {
    // They are told apart by number then.
  }
}

function kept(id: string): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key(id)) ?? '[]');
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    return [];
  }
}

/** Before the name of a program, wherever it stands: a gear, as text and not as a picture. No person may wear it. */
export const PROGRAM = '\u2699\uFE0E';

/** Before the name of somebody who is away, on boards and wherever there is no room for the word: a moon. */
export const AWAY = '\u263E\uFE0E';

/** Whether a person sits there, and is not here. */
export const isGone = ({ kind, here, yours }: Pick<Chair, 'kind' | 'here' | 'yours'>): boolean =>
  kind === 'person' && !here && !yours;

/** What a chair's player is called; a program so that everybody sees it. */
export const called = ({ name, program }: Pick<Chair, 'name' | 'program'>): string =>
  program ? `${PROGRAM}\u00A0${name}` : name;

/** A name for every seat; where two would be the same, they get numbers. */
export function namesOf(table: Pick<Table, 'id' | 'chairs' | 'oneScreen'>): string[] {
  const own = table.oneScreen ? kept(table.id) : [];
  const names = table.chairs.map((chair, seat) => (chair.yours && own[seat]) || called(chair) || String(seat + 1));
  return toldApart(names);
}
