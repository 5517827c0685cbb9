// Addresses and the pages they mean.
import { describe, expect, it } from 'vitest';

import { routeOf, toBox, toReplay, toTable } from '../router';

describe('routeOf', () => {
  it('knows every page', () => {
    expect(routeOf('/')).toEqual({ page: 'shelf' });
    expect(routeOf('/lobby')).toEqual({ page: 'lobby' });
    expect(routeOf('/me')).toEqual({ page: 'me' });
    expect(routeOf('/rules/diavolo')).toEqual({ page: 'rules', slug: 'diavolo' });
    expect(routeOf('/table/x/replay')).toEqual({ page: 'replay', id: 'x' });
  });
  it('tells the big screen from a seat', () => {
    expect(routeOf('/table/x', '?screen')).toEqual({ page: 'table', id: 'x', screen: true });
    expect(routeOf('/table/x')).toEqual({ page: 'table', id: 'x', screen: false });
  });
  it('forgives a slash at the end', () => {
    expect(routeOf('/box/little-devils/')).toEqual({ page: 'box', slug: 'little-devils' });
  });
  it('is lost elsewhere, personal links and broken signs included', () => {
    for (const path of ['/nowhere', '/me/secret/x', '/box', '/table/x/replay/y'])
      expect(routeOf(path).page).toBe('lost');
    expect(routeOf('/box/%E0%A4%A')).toEqual({ page: 'box', slug: '%E0%A4%A' });
  });
  it('reads the addresses that it writes', () => {
    expect(routeOf(toBox('a b'))).toEqual({ page: 'box', slug: 'a b' });
    expect(routeOf(toTable('id_-9'))).toEqual({ page: 'table', id: 'id_-9', screen: false });
    expect(routeOf(toReplay('id'))).toEqual({ page: 'replay', id: 'id' });
  });
});
