// What Diavolo says aloud: what happened, and what is asked. Made for ears, so without signs.
import type { Shown, Words } from '$kit/board';
import { DICE } from './colours';
import { best, distances, figures, read, told } from './reading';
import type { Action, Explained, Grab, Seat, Throw, View } from './types';

/** One sentence, or a few, about a move. `view` is after it, or after some more; `log` holds what led there. */
export function tell(move: Shown, view: View, words: Words, names: string[], log: readonly Shown[] = []): string {
  const what = move.what as Action;
  switch (what.type) {
    case 'roller':
      return words('tell.roller', { name: names[what.seat] ?? '' });
    case 'order':
      return words('tell.order', { order: words(`order.${what.order}`) });
    case 'throw':
      return tellThrow(what, words);
    case 'grab':
      return move.by === 'nature' ? '' : tellGrab(move.by, what, words, names);
    case 'bell':
      return tellBell(move, view, words, names, log);
  }
}

/** What the player is asked now. */
export function ask(view: View, legal: Grab[], words: Words): string {
  const order = view.throw?.order;
  if (legal.length === 0 || order === undefined) return '';
  return words('say.ask', { order: words(`order.${order}`) });
}

/** The dice, always in the same order: the order, then black, red, white. */
export function tellThrow(thrown: Throw, words: Words): string {
  const said = [words('say.order', { order: capital(words(`order.${thrown.order}`), words) })];
  for (const colour of DICE) {
    const name = capital(words(`colour.${colour}`), words);
    said.push(
      thrown.order === 'closest'
        ? words('say.distances', { colour: name, values: distances(colour, thrown).map(words.number).join('; ') })
        : words('say.dice', { colour: name, values: thrown[colour].join(', ') }),
    );
  }
  return said.join(' ');
}

/** The round that the view explains in full; of an older one, what was right. */
function tellBell(move: Shown, view: View, words: Words, names: string[], log: readonly Shown[]): string {
  const before = log.filter(({ seq }) => seq < move.seq).map(({ what }) => what as Action);
  const round = before.filter(({ type }) => type === 'bell').length + 1;
  if (view.explained !== null && (log.length === 0 || view.explained.round === round))
    return tellRound(view.explained, view, words, names);
  const thrown = before.findLast((what): what is Throw => what.type === 'throw');
  if (thrown === undefined) return '';
  const reading = read(thrown);
  const [first, second] = best({ throw: thrown, reading });
  const right = first === undefined || second !== undefined ? 'grey' : first;
  return sayRight({ round, throw: thrown, reading, right }, words);
}

/** What was right, why, and what it cost or brought whom. */
export function tellRound(explained: Explained, view: View, words: Words, names: string[]): string {
  return [sayRight(explained, words), ...sayChanges(explained, view, words, names)].join(' ');
}

export function sayRight(explained: Omit<Explained, 'roller' | 'grabs' | 'changes'>, words: Words): string {
  const { throw: thrown, reading, right, round } = explained;
  const all = figures(thrown.order, reading);
  const said = DICE.map(
    (colour, index) => `${words(`colour.${colour}`)} ${words.number(told(all[index] ?? 0, all))}`,
  ).join(', ');
  const facts = { n: round, order: words(`order.${thrown.order}`), figures: said, colour: words(`colour.${right}`) };
  if (right !== 'grey') return words('say.right', facts);
  return words('say.tie', {
    ...facts,
    colours: words.list(best(explained).map((colour) => words(`colour.${colour}`))),
  });
}

export function sayChanges({ changes, grabs, round }: Explained, view: View, words: Words, names: string[]): string[] {
  const who = (wanted: (seat: Seat) => boolean): string[] => names.filter((_, seat) => wanted(seat));
  const right = (seat: Seat): boolean => grabs.some((grab) => grab.seat === seat);
  const groups: [string, string[]][] = [
    ['say.gained', who((seat) => (changes[seat] ?? 0) > 0)],
    ['say.safe', who((seat) => changes[seat] === 0 && right(seat))],
    ['say.lost', who((seat) => (changes[seat] ?? 0) < 0)],
    ['say.out', who((seat) => view.out[seat] === round)],
  ];
  const said = groups
    .filter(([, named]) => named.length > 0)
    .map(([key, named]) => words(key, { n: named.length, names: words.list(named) }));
  if (view.over) {
    const winner = names.find((_, seat) => (view.gems[seat] ?? 0) > 0);
    said.push(winner === undefined ? words('draw.nobody-wins') : words('draw.wins', { name: winner }));
  }
  return said;
}

/** "0.8 s": tenths would hide who was faster, so hundredths. */
export function seconds(ms: number, words: Words): string {
  return words('draw.seconds', { seconds: (ms / 1000).toFixed(2).replace('.', words('draw.point')) });
}

function capital(text: string, words: Words): string {
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
}

function tellGrab(by: Seat, { colour, ms }: Grab, words: Words, names: string[]): string {
  const facts = { name: names[by] ?? '', imp: words(`colour.${colour}`) };
  return ms === null ? words('tell.grab', facts) : words('tell.grab-in', { ...facts, seconds: seconds(ms, words) });
}
