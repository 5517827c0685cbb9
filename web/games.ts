// Which games have something for the page: ours are found by looking into their folders, when it is built; there is no
// list. Any other comes from a package of its own, and brings what it has.
import { luck, rules } from './brought';
import type { Board, Cover, Figure, OpenHands } from './kit/board';
import type { Recipe } from './luck';
import type { Rulebook } from './rulebook';
import type { Language } from './wire';

type Lazy<T> = Record<string, () => Promise<T>>;

const boards: Lazy<Board> = import.meta.glob<Board>('../src/pandemonium/games/*/web/Board.svelte', {
  import: 'default',
});
const covers: Lazy<Cover> = import.meta.glob<Cover>('../src/pandemonium/games/*/web/Cover.svelte', {
  import: 'default',
});
const openHands: Lazy<OpenHands> = import.meta.glob<OpenHands>('../src/pandemonium/games/*/web/OpenHands.svelte', {
  import: 'default',
});
const figures: Lazy<Figure> = import.meta.glob<Figure>('../src/pandemonium/games/*/web/Figure.svelte', {
  import: 'default',
});
const books: Lazy<Rulebook> = import.meta.glob<Rulebook>('../src/pandemonium/games/*/RULES*.md', {
  import: 'default',
  query: '?book',
});

const lucks: Lazy<Recipe> = import.meta.glob<Recipe>('../src/pandemonium/games/*/luck.json', { import: 'default' });

const at = (slug: string, file: string): string => `../src/pandemonium/games/${slug.replaceAll('-', '_')}/${file}`;

async function from<T>(lazy: Lazy<T>, path: string): Promise<T | null> {
  return (await lazy[path]?.()) ?? null;
}

const drawn = async () => import('./drawn');

/** Came with the house. */
const isOurs = (slug: string): boolean => at(slug, 'RULES.md') in books;

/** Whether one of our own games can be played in the browser. */
export const hasBoard = (slug: string): boolean => at(slug, 'web/Board.svelte') in boards;

export const loadBoard = (slug: string): Promise<Board | null> =>
  isOurs(slug) ? from(boards, at(slug, 'web/Board.svelte')) : drawn().then((its) => its.board(slug));
export const loadCover = (slug: string): Promise<Cover | null> =>
  isOurs(slug) ? from(covers, at(slug, 'web/Cover.svelte')) : drawn().then((its) => its.cover(slug));
export const loadFigure = (slug: string): Promise<Figure | null> =>
  isOurs(slug) ? from(figures, at(slug, 'web/Figure.svelte')) : drawn().then((its) => its.figure(slug));
export const loadOpenHands = (slug: string): Promise<OpenHands | null> =>
  isOurs(slug) ? from(openHands, at(slug, 'web/OpenHands.svelte')) : drawn().then((its) => its.openHands(slug));
export const loadLuck = (slug: string): Promise<Recipe | null> =>
  isOurs(slug) ? from(lucks, at(slug, 'luck.json')) : luck(slug);

export function loadRules(slug: string, language: Language): Promise<Rulebook | null> {
  const book = language === 'en' ? 'RULES.md' : `RULES.${language}.md`;
  return isOurs(slug) ? from(books, at(slug, book)) : rules(slug, book);
}

/** The slugs of our own boxes, known before the house has answered. */
export const shelf = (): string[] =>
  Object.keys(books)
    .filter((path) => path.endsWith('/RULES.md'))
    .map((path) => (path.split('/').at(-2) ?? '').replaceAll('_', '-'));
