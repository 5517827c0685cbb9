// How figures are written: what each colour came to, and how fast a hand was.
import { DICE } from './colours';
import type { DieColour, Explained, Words } from './types';

/** How a colour's figure comes about: "2 + 3 + 6 = 11"; with nothing but figures, where little room is. */
export function working(
  colour: DieColour,
  { right, counted }: Pick<Explained, 'right' | 'counted'>,
  words: Words,
  bare = false,
): string {
  const figure = right.figures[colour];
  const faces = counted[DICE.indexOf(colour)] ?? [];
  switch (right.order) {
    case 'largest-sum':
    case 'smallest-sum':
      return `${faces.join(' + ')} = ${String(figure)}`;
    case 'largest-spread':
      return `${faces.join(' − ')} = ${String(figure)}`;
    case 'most-odd':
      if (bare) return figure === 0 ? '0' : `${String(figure)} (${faces.join(' ')})`;
      return figure === 0 ? words('board.odd-none') : words('board.odd-of', { n: figure, values: faces.join(' ') });
    case 'highest-value':
      return String(figure);
    case 'closest':
      return words('board.edges', { n: figure });
  }
}

/** What made a colour right, in words that can stand in a sentence. */
function because(explained: Explained, words: Words): string {
  const { order, colour, figures } = explained.right;
  if (colour === 'grey') return words('verdict.tie');
  if (order === 'highest-value') return words('verdict.highest', { n: figures[colour] });
  if (order === 'closest') return words('verdict.away', { n: figures[colour] });
  return working(colour, explained, words);
}

/** What a finished round was for one player; '' for who was out, or only watched. */
export function verdict(seat: number, explained: Explained, words: Words): string {
  const change = explained.changes[seat] ?? null;
  if (change === null) return '';
  if (change > 0) return words('verdict.won');
  if (change === 0) return words('verdict.safe');
  const grabbed = explained.grabs.some((grab) => grab.seat === seat);
  const facts = { colour: words(`colour.${explained.right.colour}`), why: because(explained, words) };
  const what = words(grabbed ? 'verdict.wrong' : 'verdict.late', facts);
  const out = explained.settled.some((fact) => fact.type === 'out' && fact.seats.includes(seat));
  return out ? words('verdict.out', { what }) : what;
}

/** "0.84 s": tenths would hide who was faster, so hundredths, as the log has them. */
export function seconds(ms: number, words: Words): string {
  const hundredths = new Intl.NumberFormat(words.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return words('draw.seconds', { seconds: hundredths.format(ms / 1000) });
}
