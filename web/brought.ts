// Other people's boxes: what the page was not built with comes from the house, which finds it in the box's own package.
import { at } from './base';
import type { Brought } from './kit/board';
import type { Recipe } from './luck';
import type { Rulebook } from './rulebook';
import type { Language } from './wire';
import type { Catalogue } from './words';

export const inBox = (slug: string, file: string): string => at(`/boxes/${encodeURIComponent(slug)}/${file}`);

/** The file, or null if the box has none. */
async function fetched(slug: string, file: string, method = 'GET'): Promise<Response | null> {
  const answer = await fetch(inBox(slug, file), { method });
  return answer.ok ? answer : null;
}

async function json<T>(slug: string, file: string): Promise<T | null> {
  return ((await (await fetched(slug, file))?.json()) as T | undefined) ?? null;
}

export const luck = (slug: string): Promise<Recipe | null> => json(slug, 'luck.json');

export const catalogue = async (slug: string, language: Language): Promise<Catalogue> =>
  (await json<Catalogue>(slug, `words/${language}.json`)) ?? {};

export async function rules(slug: string, book: string): Promise<Rulebook | null> {
  const text = await (await fetched(slug, book))?.text();
  return text === undefined ? null : (await import('./sections')).sections(text);
}

/** What draws in the box, if it has a board. */
export async function module(slug: string): Promise<Partial<Brought>> {
  if (!(await fetched(slug, 'web/board.js', 'HEAD'))) return {};
  return (await import(/* @vite-ignore */ inBox(slug, 'web/board.js'))) as Partial<Brought>;
}
