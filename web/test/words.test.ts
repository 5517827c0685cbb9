// Words: plurals and numbers as each language has them, and the same keys in all three.
import { describe, expect, it } from 'vitest';

import { browserLanguage, makeWords, type Catalogue, type Words } from '../words';
import type { Words as BoardWords } from '../kit/board';
import de from '../words/de.json';
import en from '../words/en.json';
import fr from '../words/fr.json';
import shared from '../../tests/words.json';

const devils: Catalogue = { devils: { one: '{n} devil', other: '{n} devils' }, hello: 'Hello, {name}!' };

describe('words', () => {
  it('chooses the plural of the language', () => {
    expect(makeWords('en', devils)('devils', { n: 0 })).toBe('0 devils');
    expect(makeWords('fr', devils)('devils', { n: 0 })).toBe('0 devil');
    expect(makeWords('de', devils)('devils', { n: 1 })).toBe('1 devil');
  });
  it('writes numbers as the language does', () => {
    expect(makeWords('de', devils)('devils', { n: 1234 })).toBe('1.234 devils');
  });
  it('shows a key that nobody knows, and a fact that nobody gave', () => {
    expect(makeWords('en', devils)('nothing')).toBe('nothing');
    expect(makeWords('en', devils)('hello')).toBe('Hello, {name}!');
  });
  it('knows its keys: svelte-check refuses others', () => {
    const words: Words = makeWords('en', en);
    const board: BoardWords<{ 'colour.red': string; 'colour.blue': string }> = makeWords('en', { 'colour.red': 'red' });
    const colour: 'red' | 'blue' = 'red';

    expect(words('shelf.play')).toBe('Play now');
    expect(board(`colour.${colour}`)).toBe('red');
    // @ts-expect-error: nobody has such a word
    expect(words('shelf.no-such-word')).toBe('shelf.no-such-word');
    // @ts-expect-error: it is a word of the game, and the page does not know it
    expect(words('colour.red')).toBe('colour.red');
    // @ts-expect-error: the game has no such colour
    expect(board('colour.green')).toBe('colour.green');
  });
  it('says how sure the worth of a move is by 95 %, nearly twice its standard error', () => {
    const units: Catalogue = { 'unit.win': 'chance to win' };

    expect(makeWords('en', units).worth('win', 0.617, 0.021)).toBe('chance to win: 62\u00a0% ± 4');
    expect(makeWords('de', units).worth('win', 0.617, 0.0041)).toBe('chance to win: 61,7\u00a0% ± 0,8');
    expect(makeWords('fr', units).worth('win', 0.5, 0)).toBe('chance to win\u00a0: 50\u00a0%');
  });
  it('calls a move as it is written without its verb, if it has one', () => {
    const words = makeWords('en', { 'do.name': 'Cell {said}', 'do.stop': 'Stop and run' });

    expect(words.called({ type: 'name', cell: 8 }, '+9')).toBe('Cell +9');
    expect(words.called({ type: 'name', cell: 8 }, 'name +9')).toBe('Cell +9');
    expect(words.called({ type: 'stop' }, 'stop')).toBe('Stop and run');
    expect(words.called({ type: 'pass' }, 'pass')).toBe('pass');
  });
  it('lets a game have the last word', () => {
    expect(makeWords('en', { a: 'house' }, { a: 'game' })('a')).toBe('game');
  });
  it('says for how many a game is', () => {
    const words = makeWords('en');
    expect(words.seats([3, 4, 5, 6])).toBe('3–6');
    expect(words.seats([2])).toBe('2');
    expect(words.seats([2, 4])).toBe('2, 4');
  });
  it('speaks the first of the reader’s languages that it knows', () => {
    expect(browserLanguage(['it', 'de-AT', 'fr'])).toBe('de');
    expect(browserLanguage(['ja'])).toBe('en');
  });
});

describe('facts', () => {
  it('are said as the terminal says them', () => {
    for (const language of ['fr', 'en', 'de'] as const) {
      const words = makeWords(language, shared.catalogue as Catalogue);
      for (const said of shared.said) expect(words.told([said.fact], shared.names)).toBe(said[language]);
    }
  });
});

describe('names that are written from right to left', () => {
  const words = makeWords('en', { 'told.won': '{seat:name} has {n}.', 'told.all': '{seats:names}.', by: 'by {name}' });
  const [david, its] = ['דוד', '\u2068דוד\u2069'];
  it('keep to themselves in every sentence', () => {
    expect(words.told([{ type: 'won', seat: 0, n: 12 }], [david])).toBe(`${its} has 12.`);
    expect(words.told([{ type: 'all', seats: [0, 1] }], [david, 'Ann'])).toBe(`${its} and Ann.`);
    expect(words('by', { name: david })).toBe(`by ${its}`);
    expect(words.list(['Ann', david])).toBe(`Ann and ${its}`);
  });
});

describe('the shell’s catalogues', () => {
  const catalogues: Catalogue[] = [fr, en, de];
  it('have the same keys', () => {
    for (const catalogue of catalogues) expect(Object.keys(catalogue)).toEqual(Object.keys(en));
  });
  it('have the same facts in the same sentences', () => {
    const facts = (entry: string | Record<string, string> | undefined): string[] => {
      const sentence = typeof entry === 'string' ? entry : (entry?.['other'] ?? '');
      return [...new Set(sentence.match(/\{\w+\}/g))].sort();
    };
    for (const key of Object.keys(en))
      for (const catalogue of catalogues) expect(facts(catalogue[key]), key).toEqual(facts((en as Catalogue)[key]));
  });
  it('keep French signs on their lines', () => {
    for (const entry of Object.values(fr as Catalogue))
      for (const sentence of typeof entry === 'string' ? [entry] : Object.values(entry))
        expect(sentence).not.toMatch(/ [?!;:»]|« /);
  });
});
