// What is said at a table of Le Diable Sauteur: what happened, and what is asked. Made for ears, so without signs.

import type { Shown, Words } from '$kit/board';
import { diceOf, endedHere, Scribe, type Scene } from './scribe';
import type { Action, Jumped, Person, View } from './types';

const scribe = new Scribe();

interface Telling {
  view: View;
  words: Words;
  names: string[];
  scene: Scene | null;
}

/** One sentence, or a few, about a move. `view` is after it, or after some more. */
export function tell(shown: Shown, seen: unknown, words: Words, names: string[]): string {
  const move = shown as Shown<Action>;
  const telling: Telling = { view: seen as View, words, names, scene: scribe.read(move) };
  const { what, by } = move;
  const name = by === 'nature' ? '' : (names[by] ?? '');
  switch (what.type) {
    case 'devil':
      return words('tell.devil', { name: names[what.seat] ?? '' });
    case 'red':
      return words('tell.red', { name: names[what.seat] ?? '', other: names[1 - what.seat] ?? '' });
    case 'hider':
      return words('tell.hider', { name: names[what.seat] ?? '' });
    case 'hide':
      return words('tell.hide', { name });
    case 'press':
      return words('say.press', { name, number: what.key });
    case 'jump':
      return tellJump(telling).join(' ');
    case 'move':
      return tellMove(what.person, telling).join(' ');
    case 'again':
      return words('tell.again', { name });
    case 'stop':
      return tellRun(telling).join(' ');
  }
}

function tellJump(telling: Telling): string[] {
  const { view, words, names, scene } = telling;
  const dice = diceOf(scene, view);
  const die = dice.at(-1);
  if (!die) return [];
  if (die.face !== 'devil') {
    const said = [words('say.number', { face: die.face, number: die.key, n: die.points })];
    const sum = sumOf(dice);
    if (view.rule === 'a') return said;
    if (endedHere(scene, view)) return [...said, ...tellRun(telling)];
    return dice.length > 1 ? [...said, words('say.at-risk', { n: sum })] : said;
  }
  if (view.stride === null) {
    const lost = sumOf(dice);
    const hider = scene?.hider ?? view.last_hiding?.hider ?? 0;
    return [words(lost > 0 ? 'tell.loses' : 'tell.stays', { number: die.key, name: names[1 - hider] ?? '', n: lost })];
  }
  const said = [words('say.devil-runs', { number: die.key, n: view.stride * die.key })];
  if (!endedHere(scene, view)) return said;
  const caught = view.last_hiding?.caught ?? [];
  said.push(
    caught.length > 0
      ? words('tell.catches', { persons: words.list(caught.map((who) => words(`person.${who}`))) })
      : words('say.nobody-caught'),
  );
  return [...said, ...tellRound(telling)];
}

function tellMove(person: Person, telling: Telling): string[] {
  const { view, words, scene } = telling;
  const die = diceOf(scene, view).at(-1);
  const runner = view.runners.find(({ name }) => name === person);
  if (!die || !runner) return [];
  const cell = scene ? runner.cell - runner.run + (scene.run[person] ?? 0) : runner.cell;
  const ended = endedHere(scene, view);
  // Whoever ends a round by moving has arrived; without the log the view is already that of the next round.
  const isHome = cell >= runner.home || (scene === null && ended && view.last_hiding?.hider !== view.hider);
  const said = [
    words(isHome ? 'tell.move-home' : 'tell.move', { name: words(`person.${person}`), n: die.points, cell }),
  ];
  return ended ? [...said, ...tellWhere(telling), ...tellRound(telling)] : said;
}

/** 4.4 The shooter runs all the points of the hiding. */
function tellRun(telling: Telling): string[] {
  const { view, words, names, scene } = telling;
  const hider = scene?.hider ?? view.last_hiding?.hider ?? 0;
  const name = names[1 - hider] ?? '';
  const said = [words('tell.runs', { name, n: sumOf(diceOf(scene, view)) })];
  if (!endedHere(scene, view)) return said;
  said.push(...tellWhere(telling));
  if (view.over) said.push(words('tell.home', { name }));
  return said;
}

function tellWhere({ view, words }: Telling): string[] {
  const number = view.last_hiding?.devil ?? null;
  return number === null ? [] : [words('tell.was-under', { number })];
}

/** The round is over if the Devil's role has just changed hands, or the match is. */
function tellRound({ view, words, names }: Telling): string[] {
  const round = view.played.at(-1);
  if (!round || !(view.over || view.last_hiding?.hider !== view.hider)) return [];
  return [words('tell.round', { n: round.arrived, name: names[1 - round.devil] ?? '', points: round.points })];
}

const sumOf = (dice: readonly Pick<Jumped, 'points'>[]): number => dice.reduce((sum, die) => sum + die.points, 0);

/** “1, 2 or 4” */
export function either(items: readonly string[], words: Words): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(words('list'))} ${words('board.or')} ${items.at(-1) ?? ''}`;
}

/** What the player is asked now. */
export function ask(seen: unknown, legal: unknown[], words: Words): string {
  const view = seen as View;
  const actions = legal as Action[];
  const keys = either(
    actions.flatMap((action) => (action.type === 'press' ? [String(action.key)] : [])),
    words,
  );
  const persons = actions.flatMap((action) => (action.type === 'move' ? [words(`person.${action.person}`)] : []));
  const has = (type: Action['type']): boolean => actions.some((action) => action.type === type);
  if (has('hide')) return words('say.ask-hide');
  if (persons.length > 0) return words('say.ask-move', { n: view.points, persons: either(persons, words) });
  if (has('again')) return words('say.ask-again', { keys });
  if (has('stop')) return words('say.ask-stop', { keys, n: view.points });
  return has('press') ? words('say.ask-press', { keys }) : '';
}
