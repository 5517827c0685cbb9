// Where the house begins on its address.
import { describe, expect, it } from 'vitest';

import { at, base, within } from '../base';
import { routeOf, toShelf } from '../router';

describe('base', () => {
  it('is the whole address where the page says nothing', () => {
    expect(base).toBe('');
    expect(toShelf).toBe('/');
    expect(routeOf('/')).toEqual({ page: 'shelf' });
  });
  it('stands before every path of ours', () => {
    expect(at('/table/x', '/games')).toBe('/games/table/x');
    expect(within('/games/table/x', '/games')).toBe('/table/x');
    expect(within('/games/', '/games')).toBe('/');
    expect(within('/games', '/games')).toBe('/');
  });
  it('leaves the paths of others to them', () => {
    for (const path of ['/', '/other', '/gamesters/x', '/other/games/x']) expect(within(path, '/games')).toBeNull();
  });
});
