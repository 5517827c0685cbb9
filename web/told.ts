// Moments in words: a line for each that is worth one, made once however long the match is.
import type { Moment } from './wire';
import type { Words } from './words';

export interface Line {
  seq: number;
  text: string;
}

export class Teller {
  #made = new WeakMap<Moment, string>();

  constructor(
    readonly words: Words,
    readonly names: readonly string[],
  ) {}

  /** What has happened, line by line. */
  lines(moments: readonly Moment[]): Line[] {
    return moments.map((moment) => ({ seq: moment.seq, text: this.#line(moment) })).filter(({ text }) => text !== '');
  }

  /** The same in one breath. */
  told(moments: readonly Moment[]): string {
    return this.lines(moments)
      .map(({ text }) => text)
      .join(' ');
  }

  #line(moment: Moment): string {
    const made = this.#made.get(moment) ?? this.words.told(moment.facts, this.names);
    this.#made.set(moment, made);
    return made;
  }
}
