// Moments in words: a line for each that is worth one, made once however long the match is.
import type { Moment, TableEvent } from './wire';
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

  /** The same lines, with what happened at the table between them. */
  beside(lines: readonly Line[], events: readonly TableEvent[]): Line[] {
    const told = events.map((event, place) => ({ seq: event.after + (place + 1) / 1000, text: this.event(event) }));
    return [...lines, ...told].sort((one, other) => one.seq - other.seq);
  }

  event({ what, seat }: TableEvent): string {
    return this.words(`event.${what}`, { name: this.names[seat ?? -1] ?? '' });
  }

  /** The same in one breath. */
  told(moments: readonly Moment[]): string {
    return this.lines(moments)
      .map(({ text }) => text)
      .join(' ');
  }

  /** The same for ears: a race leaves no time to say what players do, and when it is over that is counted anyway. */
  said(moments: readonly Moment[], race: boolean): string {
    return this.told(race ? moments.filter(({ by }) => by === 'nature') : moments);
  }

  #line(moment: Moment): string {
    const made = this.#made.get(moment) ?? this.words.told(moment.facts, this.names);
    this.#made.set(moment, made);
    return made;
  }
}
