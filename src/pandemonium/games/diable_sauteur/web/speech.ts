// What is said about the box and the people on the circuit, for eyes and for ears.

import type { Runner, View, Words } from './types';

/** The number that stands on a cell: they begin again at red. */
export const numberOf = (cell: number, view: View): number => cell % view.track;

const named = (runner: Runner, view: View, words: Words, names: readonly string[]): string => {
  const name = words(`person.${runner.name}`);
  const owner = view.rule === 'b' && runner.seat !== null ? names[runner.seat] : undefined;
  return owner === undefined ? name : words('board.owned', { name, owner });
};

/** “Blue, cell 8, 22 to go”; “Green, caught”. */
export function aboutRunner(runner: Runner, view: View, words: Words, names: readonly string[]): string {
  const name = named(runner, view, words, names);
  if (runner.status !== 'track') return words(`draw.${runner.status}`, { name });
  const about = words('draw.on-track', { name, cell: numberOf(runner.cell, view), n: runner.to_go });
  return runner.in_reach ? `${about}, ${words('board.lands-reach')}` : about;
}

/** Where a person would come to with the points there are, and whether the devil could follow. */
export function aboutTarget(runner: Runner, view: View, words: Words): string {
  const { target } = runner;
  return words(`board.would-be-${target?.landing ?? 'safe'}`, {
    name: words(`person.${runner.name}`),
    from: runner.cell,
    to: target?.cell ?? runner.cell,
    reach: view.reach ?? 0,
  });
}

/** The whole circuit in a few sentences. */
export function aboutTrack(view: View, words: Words, names: readonly string[]): string {
  const said = view.runners.map((runner) => aboutRunner(runner, view, words, names));
  if (view.devil !== null) said.unshift(words('draw.devil', { cell: numberOf(view.devil, view) }));
  return `${words('board.track', { n: view.track })} ${said.join('; ')}.`;
}

/** “Starting points: Red 0, Blue 2, …” */
export function aboutStarts(view: View, words: Words): string {
  const starts = view.starts.map(({ name, cell }) => `${words(`person.${name}`)} ${words.number(cell)}`);
  return words('board.starts', { starts: starts.join(words('list')) });
}

/** The box, key by key. */
export function aboutBox(view: View, words: Words): string[] {
  if (view.phase === 'hide' || view.phase === 'lot') return [words('board.box-open')];
  return view.keys.map(({ number }) => {
    const die = view.jumped.find((its) => its.key === number);
    if (die) return aboutDie(die, words);
    const about = words(number === view.pressed ? 'board.key-pressed' : 'board.key-down', { number });
    return view.hidden === number ? `${about} ${words('board.key-yours')}` : about;
  });
}

/** “Key 2: a 4 has jumped out, worth 8 points.” */
export function aboutDie({ key, face, points }: View['jumped'][number], words: Words): string {
  return words(face === 'devil' ? 'board.key-devil' : 'board.key-out', { number: key, face, n: points });
}

/** “1, 2 or 4” */
export function either(items: readonly string[], words: Words): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(words('list'))} ${words('board.or')} ${items.at(-1) ?? ''}`;
}
