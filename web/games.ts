// Which games have something for the page, found by looking into their folders: there is no list.
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

/** Whether a game can be played in the browser. */
export const hasBoard = (slug: string): boolean => at(slug, 'web/Board.svelte') in boards;

export const loadBoard = (slug: string): Promise<Board | null> => from(boards, at(slug, 'web/Board.svelte'));
export const loadCover = (slug: string): Promise<Cover | null> => from(covers, at(slug, 'web/Cover.svelte'));
export const loadFigure = (slug: string): Promise<Figure | null> => from(figures, at(slug, 'web/Figure.svelte'));
export const loadOpenHands = (slug: string): Promise<OpenHands | null> =>
  from(openHands, at(slug, 'web/OpenHands.svelte'));
export const loadLuck = (slug: string): Promise<Recipe | null> => from(lucks, at(slug, 'luck.json'));
export const loadRules = (slug: string, language: Language): Promise<Rulebook | null> =>
  from(books, at(slug, language === 'en' ? 'RULES.md' : `RULES.${language}.md`));

/** The slugs of all boxes, known before the house has answered. */
export const shelf = (): string[] =>
  Object.keys(books)
    .filter((path) => path.endsWith('/RULES.md'))
    .map((path) => (path.split('/').at(-2) ?? '').replaceAll('_', '-'));
