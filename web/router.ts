// Which page an address means.
import { at, within } from './base';

export type Route =
  | { page: 'shelf' }
  | { page: 'box'; slug: string }
  | { page: 'rules'; slug: string }
  | { page: 'table'; id: string; screen: boolean }
  | { page: 'replay'; id: string }
  | { page: 'lobby' }
  | { page: 'me' }
  | { page: 'matches' }
  | { page: 'become'; token: string }
  | { page: 'lost' };

export function routeOf(path: string, search = ''): Route {
  const parts = (within(path) ?? '/elsewhere')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  const [first, second, third] = parts;
  if (first === undefined) return { page: 'shelf' };
  if (parts.length === 1 && first === 'lobby') return { page: 'lobby' };
  if (parts.length === 1 && first === 'me') return { page: 'me' };
  if (parts.length === 1 && first === 'matches') return { page: 'matches' };
  if (second === undefined) return { page: 'lost' };
  if (parts.length === 2 && first === 'me') return { page: 'become', token: second };
  if (parts.length === 2 && first === 'box') return { page: 'box', slug: second };
  if (parts.length === 2 && first === 'rules') return { page: 'rules', slug: second };
  if (parts.length === 2 && first === 'table')
    return { page: 'table', id: second, screen: new URLSearchParams(search).has('screen') };
  if (parts.length === 3 && first === 'table' && third === 'replay') return { page: 'replay', id: second };
  return { page: 'lost' };
}

export const toShelf = at('/');
export const toLobby = at('/lobby');
export const toMe = at('/me');
export const toMatches = at('/matches');
export const toBox = (slug: string): string => at(`/box/${encodeURIComponent(slug)}`);
export const toRules = (slug: string): string => at(`/rules/${encodeURIComponent(slug)}`);
export const toTable = (id: string): string => at(`/table/${encodeURIComponent(id)}`);
export const toReplay = (id: string): string => at(`/table/${encodeURIComponent(id)}/replay`);

/** Whether a click on a link is for us: a plain click on an address that our page knows. */
export function isOurs(event: MouseEvent, link: HTMLAnchorElement, origin: string): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target !== '' || link.hasAttribute('download') || link.origin !== origin) return false;
  return routeOf(link.pathname).page !== 'lost';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
