import { describe, expect, it } from 'vitest';

import { brief } from '../kit/brief';

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

  it('are told apart, whatever was left out', () => {
    expect(brief(['Wily Hobgoblin', 'Wily Hedgehog', 'Lilith'])).toEqual(['Wily H. 1', 'Wily H. 2', 'Lilith']);
  });
});
