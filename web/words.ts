// What players read, in their language: the catalogues of the house, the shell and a game, over Intl.
import type { Language } from './wire';

export type Facts = Record<string, string | number>;
export type Catalogue = Record<string, string | Record<string, string>>;

export const LANGUAGES: readonly Language[] = ['fr', 'en', 'de'];

/** The words of one language: `words('key', {fact: …})`. A key nobody knows is shown as it is. */
export interface Words {
  (key: string, facts?: Facts): string;
  readonly language: Language;
  has(key: string): boolean;
  number(value: number): string;
  date(ms: number): string;
  /** "3 minutes ago", "in 2 days". */
  ago(ms: number, now?: number): string;
  list(items: string[]): string;
  /** "3–6", "2, 4": for how many a game is. */
  seats(counts: readonly number[]): string;
}

export function makeWords(language: Language, ...catalogues: Catalogue[]): Words {
  const catalogue: Catalogue = Object.assign({}, ...catalogues);
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const fill = (sentence: string, facts: Facts): string =>
    sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const fact = facts[name];
      return fact === undefined ? whole : typeof fact === 'number' ? numbers.format(fact) : fact;
    });
  const say = (key: string, facts: Facts = {}): string => {
    const entry = catalogue[key];
    if (entry === undefined) return key;
    if (typeof entry === 'string') return fill(entry, facts);
    const form = plurals.select(Number(facts['n'] ?? 0));
    return fill(entry[form] ?? entry['other'] ?? key, facts);
  };
  return Object.assign(say, {
    language,
    has: (key: string) => key in catalogue,
    number: (value: number) => numbers.format(value),
    date: (ms: number) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms),
    ago: (ms: number, now = Date.now()) => ago(language, ms - now),
    seats: range,
    list: (items: string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(items),
  });
}

function range(counts: readonly number[]): string {
  const [least = 0, most = 0] = [counts[0], counts.at(-1)];
  const unbroken = counts.length > 2 && most - least === counts.length - 1;
  return unbroken ? `${String(least)}–${String(most)}` : counts.join(', ');
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

function ago(language: Language, ms: number): string {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ['second', 1000];
  return relative.format(Math.round(ms / size), unit);
}

/** The first of the browser's languages that we speak. */
export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((ours) => tag.toLowerCase().startsWith(ours));
    if (language) return language;
  }
  return 'en';
}

type Load = () => Promise<Catalogue>;
const house = import.meta.glob<Catalogue>('../src/pandemonium/words/*.json', { import: 'default' });
const shell = import.meta.glob<Catalogue>('./words/*.json', { import: 'default' });
const games = import.meta.glob<Catalogue>('../src/pandemonium/games/*/words/*.json', { import: 'default' });

const found = (globbed: Record<string, Load>, ending: string): Load =>
  Object.entries(globbed).find(([path]) => path.endsWith(ending))?.[1] ?? (async () => ({}));

/** The words of a language: with a game's slug, also that game's. */
export async function loadWords(language: Language, slug?: string): Promise<Words> {
  const loads = [found(house, `/${language}.json`), found(shell, `/${language}.json`)];
  if (slug) loads.push(found(games, `/${slug.replaceAll('-', '_')}/words/${language}.json`));
  return makeWords(language, ...(await Promise.all(loads.map((load) => load()))));
}
