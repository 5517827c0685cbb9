// Which keys go with the colours.
import { describe, expect, it } from 'vitest';

import { makeWords } from '$web/words';
import de from '../words/de.json';
import en from '../words/en.json';
import fr from '../words/fr.json';
import { keysFor } from './colours';

const english = makeWords('en', en);

describe('keys', () => {
  it('are the initials, and B R W G where these leave them free', () => {
    expect(keysFor(english, 1)[0]).toEqual({ black: ['b'], red: ['r'], white: ['w'], grey: ['g'] });
    expect(keysFor(makeWords('de', de), 1)[0]).toMatchObject({ black: ['s', 'b'], white: ['w'] });
    expect(keysFor(makeWords('fr', fr), 1)[0]).toEqual({ black: ['n'], red: ['r'], white: ['b', 'w'], grey: ['g'] });
  });

  it('are the next letter that is free where two initials are the same', () => {
    const alike = makeWords('en', { ...en, 'colour.red': 'blood red', 'colour.grey': 'bone' });
    expect(keysFor(alike, 1)[0]).toMatchObject({ black: ['b'], red: ['l', 'r'], white: ['w'], grey: ['o', 'g'] });
  });

  it('are a row of keys each for two or three at one keyboard', () => {
    const [left, right] = keysFor(english, 2);
    expect(left?.black).toEqual(['s']);
    expect(right?.grey).toEqual(['l']);
  });
});
