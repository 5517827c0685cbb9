import { describe, expect, it } from 'vitest';

import { brief } from '../kit/brief';
import { AWAY, PROGRAM } from '../names';

describe('names where many stand in a row', () => {
  it('are whole as long as they are short', () => {
    expect(brief(['Méphisto', 'Velvet Fox', 'Dantalian'])).toEqual(['Méphisto', 'Velvet Fox', 'Dantalian']);
  });

  it('keep their first words and an initial', () => {
    expect(brief(['Wily Hobgoblin', 'Salamandre flegmatique', 'Jean de La Fontaine'])).toEqual([
      'Wily H.',
      'Salamandre…',
      'Jean de L.',
    ]);
  });

  it('are cut where a single word is too long, between letters and not inside one', () => {
    expect(brief(['W'.repeat(32), '👩‍👩‍👧'.repeat(14)])).toEqual([`${'W'.repeat(11)}…`, `${'👩‍👩‍👧'.repeat(11)}…`]);
  });

  it('keep the signs before them, which are no words of theirs', () => {
    expect(brief([`${AWAY}\u00A0Wily Hobgoblin`, `${PROGRAM}\u00A0Salamander`, `${AWAY}\u00A0Astaroth`])).toEqual([
      `${AWAY}\u00A0Wily H.`,
      `${PROGRAM}\u00A0Salamander`,
      `${AWAY}\u00A0Astaroth`,
    ]);
  });

  it('are told apart, whatever was left out', () => {
    expect(brief(['Wily Hobgoblin', 'Wily Hedgehog', 'Lilith'])).toEqual(['Wily H. 1', 'Wily H. 2', 'Lilith']);
  });
});
