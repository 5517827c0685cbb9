// What nature must have drawn: derived from the seed by a game's luck.json, as docs/fairness.md says. No rules are known here.
import type { PaperMove } from './paper';

/** How a word is made. */
export type Form =
  | string
  | number
  | { below: number | 'seats' }
  | { pick: string[] }
  | { bag: Record<string, number> }
  | { last: string }
  | { written: string }
  | { same: [Form, Form]; yes: Form; no: Form }
  | { option: string; [value: string]: Form }
  | { hands: { lowest: number; each: number } }
  | { dice: { sides: number; each: Form; named: string[] } }
  | { scatter: Scatter };

interface Scatter {
  named: string;
  /** So many lie there besides those of the form before this one, and come first. */
  apart: number;
  'half-width': number;
  'half-height': number;
  room: number;
  clearly: { when: string; by: number };
}

/** A game's luck.json. */
export interface Recipe {
  /** What an option is where the paper does not name it. */
  options: Record<string, string>;
  /** For each of nature's verbs, how the words after it are made. */
  draws: Record<string, Form[]>;
  /** Between those who are equally fast the house draws lots, and its receipts say so. */
  race?: true;
}

/** Numbers of one move of nature. */
export interface Numbers {
  below(bound: bigint): bigint;
}

type Spot = [x: number, y: number];

export class Luck {
  #options: Record<string, string>;
  #above: PaperMove[] = [];
  /** Lines of a draw that makes several. */
  #owed: string[] = [];
  /** How many dice of each name the last form threw: who lies where. */
  #thrown: number[] = [];

  constructor(
    readonly recipe: Recipe,
    readonly seats: number,
    options: Record<string, string>,
    readonly stream: (move: number) => Numbers,
  ) {
    this.#options = { ...recipe.options, ...options };
  }

  /** The line that nature must have made in the place of this one, its moves being counted from 0; null if the recipe knows no such move. */
  owed(move: PaperMove, number: number): string | null {
    const next = this.#owed.shift();
    if (next !== undefined) return next;
    const verb = move.words[0] ?? '';
    const forms = this.recipe.draws[verb];
    if (forms === undefined) return null;
    const numbers = this.stream(number);
    const words: string[] = [];
    for (const form of forms) {
      // What the rules say and no luck decides is taken as it stands.
      if (typeof form === 'object' && 'written' in form)
        words.push(...move.words.slice(1 + words.length, 2 + words.length));
      else words.push(...this.#words(form, verb, words, numbers));
    }
    const [first, ...rest] = this.#owed;
    if (first === undefined) return [verb, ...words].join(' ');
    this.#owed = rest;
    return first;
  }

  /** This move stands above what comes. */
  goOn(move: PaperMove): void {
    this.#above.push(move);
  }

  #words(form: Form, verb: string, before: readonly string[], numbers: Numbers): string[] {
    if (typeof form === 'string' || typeof form === 'number') return [String(form)];
    const again = (other: Form): string[] => this.#words(other, verb, before, numbers);
    const pick = (items: readonly string[]): string => items[Number(numbers.below(BigInt(items.length)))] ?? '';
    if ('below' in form && typeof form.below !== 'object')
      return [String(numbers.below(BigInt(form.below === 'seats' ? this.seats : form.below)))];
    if ('pick' in form && Array.isArray(form.pick)) return [pick(form.pick)];
    if ('bag' in form) return [pick(this.#left(form.bag as Record<string, number>, verb))];
    if ('last' in form) return [this.#above.findLast(({ words }) => words[0] === form.last)?.words[1] ?? ''];
    if ('same' in form && Array.isArray(form.same)) {
      const [one, other] = form.same as [Form, Form];
      return again(again(one)[0] === again(other)[0] ? (form.yes as Form) : (form.no as Form));
    }
    if ('option' in form) return again((form as Record<string, Form>)[this.#options[String(form.option)] ?? ''] ?? '');
    if ('hands' in form) {
      this.#owed = this.#hands(form.hands as { lowest: number; each: number }, verb, numbers);
      return [];
    }
    if ('dice' in form) {
      const { sides, each, named } = form.dice as { sides: number; each: Form; named: string[] };
      return this.#dice(sides, Number(again(each)[0]), named, numbers);
    }
    return [this.#scatter((form as { scatter: Scatter }).scatter, before, numbers)];
  }

  #left(bag: Record<string, number>, verb: string): string[] {
    const drawn = this.#above.filter(({ words }) => words[0] === verb).map(({ words }) => words[1] ?? '');
    return Object.entries(bag).flatMap(([word, count]) =>
      Array.from({ length: count - drawn.filter((other) => other === word).length }, () => word),
    );
  }

  #hands({ lowest, each }: { lowest: number; each: number }, verb: string, numbers: Numbers): string[] {
    const cards = Array.from({ length: each * this.seats }, (_, place) => lowest + place);
    const drawn = sample(cards, cards.length - each, numbers);
    drawn.push(...cards.filter((card) => !drawn.includes(card)));
    return Array.from({ length: this.seats }, (_, seat) => {
      const hand = drawn.slice(seat * each, (seat + 1) * each).sort((one, other) => one - other);
      return [verb, seat, ...hand].join(' ');
    });
  }

  #dice(sides: number, each: number, named: readonly string[], numbers: Numbers): string[] {
    let number = numbers.below(BigInt(sides) ** BigInt(each * named.length));
    this.#thrown = named.map(() => each);
    return named.map((name) => {
      const faces = Array.from({ length: each }, () => {
        const face = Number(number % BigInt(sides)) + 1;
        number /= BigInt(sides);
        return face;
      });
      return `${name}=${faces.sort((one, other) => one - other).join(',')}`;
    });
  }

  #scatter(form: Scatter, before: readonly string[], numbers: Numbers): string {
    const dice = form.apart + this.#thrown.reduce((sum, count) => sum + count, 0);
    let spots = scattered(form, dice, numbers);
    while (before[0] === form.clearly.when && !isClear(spots, form.apart, this.#thrown, form.clearly.by))
      spots = scattered(form, dice, numbers);
    let turns = numbers.below(360n ** BigInt(dice));
    const shown = spots.map(([x, y]) => {
      const degrees = turns % 360n;
      turns /= 360n;
      return `${String(x / 2)}:${String(y / 2)}:${String(degrees)}`;
    });
    return `${form.named}=${shown.join(';')}`;
  }
}

/** Any of the spots that are left, and then those near it are left no more; at last all in random order. */
function scattered({ 'half-width': w, 'half-height': h, room }: Scatter, dice: number, numbers: Numbers): Spot[] {
  let left: Spot[] = [];
  for (let y = -h; y <= h; y++)
    for (let x = -w; x <= w; x++) if ((h * x) ** 2 + (w * y) ** 2 <= (w * h) ** 2) left.push([x, y]);
  const spots: Spot[] = [];
  while (spots.length < dice) {
    const spot = left[Number(numbers.below(BigInt(left.length)))] ?? [0, 0];
    spots.push(spot);
    left = left.filter(([x, y]) => Math.abs(x - spot[0]) >= room || Math.abs(y - spot[1]) >= room);
  }
  return sample(spots, dice, numbers);
}

/** So many of the items in random order: one number, read digit by digit. */
function sample<T>(items: readonly T[], count: number, numbers: Numbers): T[] {
  const pool = [...items];
  const bounds = Array.from({ length: count }, (_, place) => BigInt(pool.length - place));
  let number = numbers.below(bounds.reduce((product, bound) => product * bound, 1n));
  return bounds.flatMap((bound) => {
    const drawn = pool.splice(Number(number % bound), 1);
    number /= bound;
    return drawn;
  });
}

/** Whether one name alone has the die that is nearest to the first, by so much. */
function isClear(spots: readonly Spot[], apart: number, thrown: readonly number[], by: number): boolean {
  const [first] = spots;
  let at = apart;
  const nearest = thrown.map((count) => {
    const own = spots.slice(at, (at += count));
    return Math.min(...own.map(([x, y]) => Math.hypot(x - (first?.[0] ?? 0), y - (first?.[1] ?? 0))));
  });
  const [least = 0, second = 0] = nearest.sort((one, other) => one - other);
  return second - least >= by;
}
