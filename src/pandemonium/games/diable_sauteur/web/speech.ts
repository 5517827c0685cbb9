// What is said about the box and the people on the circuit, for eyes and for ears.

import type { Words } from '$kit/board';
import { KEYS, type Runner, type View } from './types';

const named = (runner: Runner, view: View, words: Words, names: readonly string[]): string => {
  const name = words(`person.${runner.name}`);
  const owner = view.rule === 'b' && runner.seat !== null ? names[runner.seat] : undefined;
  return owner === undefined ? name : words('board.owned', { name, owner });
};

/** “Blue, cell 8, 22 to go”; “Green, caught”. */
export function aboutRunner(runner: Runner, view: View, words: Words, names: readonly string[]): string {
  const name = named(runner, view, words, names);
  if (runner.status !== 'track') return words(`draw.${runner.status}`, { name });
  const about = words('draw.on-track', { name, cell: runner.cell % view.track, n: runner.home - runner.cell });
  const inReach = view.reach !== null && runner.cell <= view.reach && view.phase !== 'lot';
  return inReach ? `${about}, ${words('board.lands-reach')}` : about;
}

/** Where a person would come to with the points there are, and whether the devil could follow. */
export function aboutLanding(runner: Runner, view: View, words: Words): string {
  const lands = runner.lands ?? runner.cell;
  const facts = { name: words(`person.${runner.name}`), from: runner.cell, to: lands, reach: view.reach ?? 0 };
  if (lands >= runner.home) return words('say.lands-home', facts);
  return words(view.reach !== null && lands > view.reach ? 'say.lands-safe' : 'say.lands-reach', facts);
}

/** The whole circuit in a few sentences. */
export function aboutTrack(view: View, words: Words, names: readonly string[]): string {
  const said = view.runners.map((runner) => aboutRunner(runner, view, words, names));
  if (view.devil !== null) said.unshift(words('draw.devil', { cell: view.devil % view.track }));
  return `${words('board.track', { n: view.track })} ${said.join('; ')}.`;
}

/** The box, key by key. */
export function aboutBox(view: View, words: Words): string[] {
  if (view.phase === 'hide' || view.phase === 'lot') return [words('board.box-open')];
  return KEYS.map((key) => {
    const die = view.jumped.find((its) => its.key === key);
    if (die)
      return words(die.face === 'devil' ? 'board.key-devil' : 'board.key-out', {
        number: key,
        face: die.face,
        n: die.points,
      });
    const about = words(key === view.pressed ? 'board.key-pressed' : 'board.key-down', { number: key });
    return view.hidden === key ? `${about} ${words('board.key-yours')}` : about;
  });
}
