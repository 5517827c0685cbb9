// What the games' luck.json gives is what the house drew: in every golden match.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';

import { blocks, Stream } from '../fairness';
import { Luck, type Recipe } from '../luck';
import { readPaper } from '../paper';

const GOLDEN = join(import.meta.dirname, '../../tests/playthroughs');
const GAMES = join(import.meta.dirname, '../../src/pandemonium/games');

describe('the luck of a golden match', () => {
  it.each(readdirSync(GOLDEN))('follows from its seed by the data of its game: %s', (file) => {
    const paper = readPaper(readFileSync(join(GOLDEN, file), 'utf-8'));
    const place = join(GAMES, paper.game.replaceAll('-', '_'), 'luck.json');
    const recipe = JSON.parse(readFileSync(place, 'utf-8')) as Recipe;
    const block = blocks(hexToBytes(paper.seed), paper.salts);
    const luck = new Luck(recipe, paper.seats, paper.options, (move) => new Stream((number) => block(move, number)));
    let nature = 0;
    for (const move of paper.moves) {
      if (move.by === 'nature') expect(luck.owed(move, nature++)).toBe(move.words.join(' '));
      luck.goOn(move);
    }
    expect(nature).toBe(paper.moves.filter(({ by }) => by === 'nature').length);
  });
});

describe('what the rules say and no luck decides', () => {
  const recipe: Recipe = { options: {}, draws: { throw: [{ pick: ['1', '2', '3', '4'] }, { written: 'seat' }] } };
  const owed = (text: string): string | null =>
    new Luck(recipe, 2, {}, () => ({ below: () => 2n })).owed({ by: 'nature', words: text.split(' ') }, 0);

  it('is taken as it stands', () => {
    expect(owed('throw 3 0')).toBe('throw 3 0');
    expect(owed('throw 3 1')).toBe('throw 3 1');
  });
  it('does not make luck true that is not', () => {
    expect(owed('throw 4 1')).toBe('throw 3 1');
  });
  it('may be nothing: whether it may, a replay by the rules says', () => {
    expect(owed('throw 3')).toBe('throw 3');
  });
});
