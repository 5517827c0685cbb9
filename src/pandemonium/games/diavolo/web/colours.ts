// Which colours there are, what shapes go with them, and which keys grab them.
import type { Action, Colour, DieColour, Take, Words } from './types';

export const COLOURS: readonly Colour[] = ['black', 'red', 'white', 'grey'];
export const DICE: readonly DieColour[] = ['black', 'red', 'white'];

/** 6.3 Every colour has a shape, 40 units wide: square, triangle, ring, hatching. */
export const SHAPES: Record<Colour, string> = {
  black: 'M5 5h30v30H5z',
  red: 'M20 3l18 33H2z',
  white: 'M20 3a17 17 0 1 0 0 34 17 17 0 0 0 0-34zm0 8a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  grey: 'M4 9h32v5H4zm0 9h32v5H4zm0 9h32v5H4z',
};

/** The same keys in every language, where the language's own initials leave them free. */
const LETTERS: Record<Colour, string> = { black: 'b', red: 'r', white: 'w', grey: 'g' };
/** For several people at one keyboard: rows that lie in the same place on AZERTY, QWERTY and QWERTZ. */
const ROWS = ['sdfg', 'hjkl', 'uiop'];

export const takes = (action: Action, colour: Colour): action is Take =>
  (action.type === 'grab' || action.type === 'choose') && action.colour === colour;

export type Keys = Record<Colour, string[]>;

/** Which keys grab which imp, for each person at this keyboard. More than three find no room. Alone one has the initials
 * in one's language, as in the terminal (terminal.py); where two are the same, the later colour has the first letter of
 * its name that is still free. */
export function keysFor(words: Words, people: number): Keys[] {
  if (people > 1) return ROWS.slice(0, people).map((row) => keyed((colour) => [row[COLOURS.indexOf(colour)] ?? '']));
  const taken: string[] = [];
  const own = keyed((colour) => {
    const name = words(`colour.${colour}`).toLowerCase();
    const letter = [...name].find((one) => !taken.includes(one)) ?? name.charAt(0);
    taken.push(letter);
    return [letter];
  });
  return [keyed((colour) => [...own[colour], ...(taken.includes(LETTERS[colour]) ? [] : [LETTERS[colour]])])];
}

function keyed(keys: (colour: Colour) => string[]): Keys {
  return { black: keys('black'), red: keys('red'), white: keys('white'), grey: keys('grey') };
}
