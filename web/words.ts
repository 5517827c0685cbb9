// What players read, in their language: the catalogues of the house, the shell and a game, over Intl.
import type inHouse from '../src/pandemonium/words/en.json';
import { catalogue as broughtBy } from './brought';
import type { Box, Language } from './wire';
import type inShell from './words/en.json';

export type Facts = Record<string, string | number>;
export type Catalogue = Record<string, string | Record<string, string>>;

export const LANGUAGES: readonly Language[] = ['fr', 'en', 'de'];

/** What the house tells of a move or asks of a player: a tagged struct, as it came over the wire. */
export type Tagged = { type: string } & Record<string, unknown>;

/** What the house and its page can say. */
export type HouseKey = keyof typeof inHouse | keyof typeof inShell;

/** The words of one language: `words('key', {fact: …})`. A key nobody knows is shown as it is. */
export interface Words<Key extends string = HouseKey> {
  (key: Key, facts?: Facts): string;
  readonly language: Language;
  /** For what is not ours to name: what the catalogue calls it, or else this. */
  or(key: string, otherwise: string, facts?: Facts): string;
  /** What happened, in a sentence or a few; '' if it is not worth one. `names` are by seat. */
  told(facts: readonly unknown[], names: readonly string[]): string;
  /** What a player is asked, in a sentence; '' if it is nothing. */
  question(question: unknown, names: readonly string[]): string;
  /** Why a move is as good as it is, in a sentence; '' if nobody says. */
  why(reason: unknown): string;
  /** What a move is called; or else as it is typed. */
  called(action: unknown, typed: string): string;
  /** What a move is worth: "chance to win: 62 % ± 2". How sure that is, where it was not worked out exactly. */
  worth(unit: string, mean: number, error: number): string;
  number(value: number): string;
  date(ms: number): string;
  /** "3 minutes ago", "in 2 days". */
  ago(ms: number, now?: number): string;
  list(items: readonly string[]): string;
  /** "3–6", "2, 4": for how many a game is. */
  seats(counts: readonly number[]): string;
}

/** Units that are a share of one. */
const SHARES = ['win'];
/** So many standard errors to each side are 95 %. */
const SURE = 1.96;

export function makeWords(language: Language, ...catalogues: Catalogue[]): Words<string> {
  const catalogue: Catalogue = Object.assign({}, ...catalogues);
  const numbers = new Intl.NumberFormat(language);
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const listed = (items: readonly string[]): string => list.format(items.map(isolated));
  const tell = new Telling(language, catalogue, listed);
  const say = (key: string, facts: Facts = {}): string => {
    const sentence = tell.sentence(key, facts);
    return (sentence ?? key).replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
      const fact = facts[name];
      return fact === undefined
        ? whole
        : withOneStop(typeof fact === 'number' ? numbers.format(fact) : isolated(fact), stop);
    });
  };
  return Object.assign(say, {
    language,
    or: (key: string, otherwise: string, facts?: Facts) => (key in catalogue ? say(key, facts) : otherwise),
    told: (facts: readonly unknown[], names: readonly string[]) =>
      facts
        .map((fact) => tell.tagged('told', fact as Tagged, names))
        .filter((sentence) => sentence !== '')
        .join(' '),
    question: (question: unknown, names: readonly string[]) =>
      question === null || question === undefined ? '' : tell.tagged('ask', question as Tagged, names),
    why: (reason: unknown) => (reason === null || reason === undefined ? '' : tell.tagged('why', reason as Tagged, [])),
    called: (action: unknown, typed: string) => {
      const what = action as Tagged;
      const said = typed.slice(typed.indexOf(' ') + 1);
      return `do.${what.type}` in catalogue ? tell.tagged('do', { ...what, said }, []) : typed;
    },
    worth: (unit: string, mean: number, error: number) => {
      const [scale, sign] = SHARES.includes(unit) ? [100, '\u00a0%'] : [1, ''];
      const off = error * SURE;
      const places = scale === 1 || (off > 0 && scale * off < 1) ? 1 : 0;
      const figure = (value: number): string =>
        new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places }).format(
          scale * value,
        );
      const sure = off === 0 ? '' : ` ± ${figure(off)}`;
      return `${say(`unit.${unit}`)}${language === 'fr' ? '\u00a0: ' : ': '}${figure(mean)}${sign}${sure}`;
    },
    number: (value: number) => numbers.format(value),
    date: (ms: number) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms),
    ago: (ms: number, now = Date.now()) => ago(language, ms - now),
    seats: range,
    list: listed,
  });
}

/** Facts in words, exactly as src/pandemonium/core/words.py has it, which explains the catalogues. */
class Telling {
  readonly #plurals: Intl.PluralRules;
  readonly #number: Intl.NumberFormat;
  readonly #seconds: Intl.NumberFormat;

  constructor(
    readonly language: Language,
    readonly catalogue: Catalogue,
    readonly list: (items: string[]) => string,
  ) {
    this.#plurals = new Intl.PluralRules(language);
    this.#number = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 3 });
    this.#seconds = new Intl.NumberFormat(language, {
      useGrouping: false,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
  }

  tagged(prefix: string, fact: Tagged, names: readonly string[]): string {
    return this.#say(`${prefix}.${fact.type}`, fact, names);
  }

  /** The form of an entry that these facts choose. */
  sentence(key: string, facts: Record<string, unknown>): string | undefined {
    const entry = this.catalogue[key];
    if (entry === undefined || typeof entry === 'string') return entry;
    return entry[this.#form(facts[entry['by'] ?? 'n'])] ?? entry['other'];
  }

  #say(key: string, facts: Record<string, unknown>, names: readonly string[]): string {
    return (this.sentence(key, facts) ?? key).replace(
      /\{(\w+)(?::(\^?)([\w.-]+))?\}(\.?)/g,
      (_, name: string, capital: string | undefined, kind: string | undefined, stop: string) => {
        const said = this.#called(facts[name], kind, names);
        return withOneStop(
          capital === '^' ? said.charAt(0).toLocaleUpperCase(this.language) + said.slice(1) : said,
          stop,
        );
      },
    );
  }

  #form(value: unknown): string {
    if (value === null || value === undefined) return 'none';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'string') return value;
    return this.#plurals.select(Array.isArray(value) ? value.length : Number(value));
  }

  #called(value: unknown, kind: string | undefined, names: readonly string[]): string {
    const many = Array.isArray(value) ? (value as unknown[]) : null;
    switch (kind) {
      case undefined:
        return this.#plain(value);
      case 'name':
        return isolated(names[Number(value)] ?? '');
      case 'names':
        return this.list((many ?? []).map((seat) => names[Number(seat)] ?? ''));
      case 'scores':
        return (many ?? []).map((its, seat) => `${isolated(names[seat] ?? '')} ${this.#plain(its)}`).join(', ');
      case 'seconds':
        return this.#seconds.format(Number(value) / 1000);
    }
    return many ? this.list(many.map((each) => this.#word(kind, each, names))) : this.#word(kind, value, names);
  }

  #word(kind: string, value: unknown, names: readonly string[]): string {
    if (typeof value === 'object' && value !== null) return this.#say(kind, value as Record<string, unknown>, names);
    const own = `${kind}.${String(value)}`;
    return this.#say(own in this.catalogue ? own : kind, { value, n: value }, names);
  }

  #plain(value: unknown): string {
    if (typeof value === 'number') return this.#number.format(value);
    return Array.isArray(value) ? value.map((each) => this.#plain(each)).join(', ') : isolated(String(value));
  }
}

const FROM_THE_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** What somebody calls himself in Hebrew or Arabic letters keeps to itself: the numbers and names beside it stay in
 * their order. base.css does the same for a name that stands alone. */
const isolated = (text: string): string => (FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text);

/** The stop of a name that was made shorter ends the sentence too. */
const withOneStop = (said: string, stop: string): string => (said.endsWith('.') ? said : said + stop);

/** For how many a box is, and for how long. */
export function forWhom({ seats, minutes }: Pick<Box, 'seats' | 'minutes'>, words: Words): string {
  const people = words('shelf.for', { seats: words.seats(seats) });
  return minutes > 0 ? words('shelf.for-minutes', { people, n: minutes }) : people;
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

/** What was chosen, if we speak it. */
export const languageOr = (chosen: unknown, otherwise: Language): Language =>
  LANGUAGES.find((ours) => ours === chosen) ?? otherwise;

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

const found = (globbed: Record<string, Load>, ending: string): Load | undefined =>
  Object.entries(globbed).find(([path]) => path.endsWith(ending))?.[1];

/** The words of a language: with a game's slug, also that game's. */
export async function loadWords(language: Language, slug?: string): Promise<Words<string>> {
  const loads = [found(house, `/${language}.json`), found(shell, `/${language}.json`)];
  if (slug) {
    const ours = found(games, `/${slug.replaceAll('-', '_')}/words/${language}.json`);
    loads.push(ours ?? (() => broughtBy(slug, language)));
  }
  return makeWords(language, ...(await Promise.all(loads.map((load) => load?.() ?? {}))));
}
