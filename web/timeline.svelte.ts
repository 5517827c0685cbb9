// The moments of a match through some eyes, and which of them is presented: a table is a replay still being written.
import type { Moment } from './wire';

/** More than this wait to be presented: they are not played back, only told. */
export const TOO_MANY = 12;
/** A board that has not shown a moment by then has forgotten to say so. */
export const LONGEST_MS = 20_000;

export interface Manner {
  /** It presents whatever comes, up to the newest; a replay stays where it was put. */
  follows?: boolean;
  /** What is new is worth more than what is moving: a moment never waits behind another. */
  race?: () => boolean;
  /** Motion would be lost on these eyes: they want none, or nobody looks. */
  still?: () => boolean;
  /** Something to be looked at until somebody says that it goes on: nothing passes it over. */
  rests?: (moment: Moment) => boolean;
}

interface Presented {
  moment: Moment;
  /** The view from which the board animates; null: there is nothing to animate. */
  before: unknown;
  /** What has happened since the moment that was presented before: this one, and whatever was passed over. */
  news: readonly Moment[];
  seen: boolean;
}

export class Timeline {
  /** All that these eyes know of, the oldest first. Old ones have no view: they are only told. */
  moments: readonly Moment[] = $state.raw([]);
  #presented: Presented | null = $state.raw(null);
  // Derived, each for itself: a board must not take it for a new moment when the one it has shown has been seen.
  /** The moment that everything on the screen belongs to. */
  readonly moment = $derived(this.#presented?.moment ?? null);
  readonly before: unknown = $derived(this.#presented?.before ?? null);
  readonly news: readonly Moment[] = $derived(this.#presented?.news ?? []);
  /** What is presented has been seen. */
  readonly seen = $derived(this.#presented?.seen ?? false);
  readonly #place = $derived(this.moments.findLastIndex(({ seq }) => seq === this.moment?.seq));
  /** Everything up to the moment that is presented, and that one when it has been seen: what may be told. */
  readonly told = $derived(this.moments.slice(0, this.#place + (this.seen ? 1 : 0)));
  /** The number of the first moment that may not be told yet: what happened at the table before it may be. */
  readonly untold = $derived(this.moments[this.told.length]?.seq ?? Infinity);
  /** The score sheet, as far as it has been told. */
  readonly scores = $derived(this.told.flatMap(({ score }) => (score === null ? [] : [score])));
  /** The newest moment is presented. */
  readonly atTheEnd = $derived(this.#place >= 0 && this.#place === this.moments.length - 1);
  /** Up to which moment somebody has said that it goes on. */
  #rested = $state(-1);
  /** What is presented has been seen, and stays until somebody says that it goes on. */
  readonly resting = $derived(this.seen && this.moment !== null && this.#isRest(this.moment));
  /** Nothing moves, and nothing waits. */
  readonly settled = $derived(this.atTheEnd && this.seen && !this.resting);
  #patience: ReturnType<typeof setTimeout> | undefined;
  #manner: Required<Manner>;

  constructor(manner: Manner = {}) {
    this.#manner = { follows: true, race: () => false, still: () => false, rests: () => false, ...manner };
  }

  /** What came after this version of the log was taken back. */
  keep(since: number): void {
    this.#rested = Math.min(this.#rested, since);
    const kept = this.moments.filter(({ seq }) => seq <= since);
    if (kept.length === this.moments.length) return;
    this.moments = kept;
    if (this.moment === null || this.moment.seq <= since) return;
    this.#presented = null;
    const last = kept.at(-1);
    if (last && last.view !== null) this.#show(last, null, []);
  }

  /** This has happened. What is known already is not new, but may be given its view. */
  add(moments: readonly Moment[]): void {
    const newest = this.moments.at(-1)?.seq ?? -1;
    const again = moments.filter(({ seq }) => seq <= newest);
    const known = this.moments.map((its) => (its.view === null && again.find(({ seq }) => seq === its.seq)) || its);
    this.moments = [...known, ...moments.filter(({ seq }) => seq > newest)];
    if (this.#presented === null) {
      const first = this.moments.find(({ view }) => view !== null);
      if (first) this.#show(first, null, []);
    }
    this.#goOn();
  }

  /** The board has shown this moment. */
  saw(seq: number): void {
    if (this.#presented === null || this.#presented.seen || this.#presented.moment.seq !== seq) return;
    clearTimeout(this.#patience);
    this.#presented = { ...this.#presented, seen: true };
    this.#goOn();
  }

  /** Enough seen of where it rests. */
  goOn(): void {
    if (!this.resting || this.moment === null) return;
    this.#rested = this.moment.seq;
    this.#goOn();
  }

  /** Somebody has just come, and sees how it stands: what was before that he does not rest at. */
  arrive(): void {
    this.#rested = this.moments.at(-1)?.seq ?? -1;
    this.catchUp();
  }

  /** Somebody cannot wait, or was not here: the newest moment, or the one where it rests, as it stands. */
  catchUp(): void {
    if (this.#presented === null) return;
    const { moment, before, news } = this.#presented;
    const rest = [moment, ...this.moments.slice(this.#place + 1)].find((its) => this.#isRest(its));
    const to = (this.#manner.follows && (rest ?? this.#newest)) || moment;
    if (to.seq !== moment.seq) this.#show(to, null, this.#since(to));
    // For a board it is another one: it animates each only once.
    else if (before !== null) this.#show({ ...moment }, null, news);
  }

  /** A replay: present any moment. Only a step forward is a motion. */
  present(place: number): void {
    const moment = this.moments[place];
    if (!moment || moment.view === null || moment.seq === this.moment?.seq) return;
    const step = place > 0 && this.#place === place - 1;
    this.#show(moment, step && !this.#manner.still() ? this.#before(moment) : null, step ? [moment] : []);
  }

  /** Nobody presents it any more. */
  close(): void {
    clearTimeout(this.#patience);
  }

  /** `passed`: what was presented without a motion, and makes way for the next. */
  #goOn(passed: readonly Moment[] = []): void {
    if (!this.#manner.follows || this.resting) return;
    const after = this.moments.slice(this.#place + 1);
    const rest = after.findIndex((its) => this.#isRest(its));
    const waiting = rest < 0 ? after : after.slice(0, rest + 1);
    const next = waiting.find(({ view }) => view !== null);
    const last = waiting.findLast(({ view }) => view !== null);
    if (next === undefined || last === undefined) return;
    const news = (to: Moment): readonly Moment[] => [...passed, ...this.#since(to)];
    if (waiting.length > TOO_MANY) this.#show(last, null, [last]);
    else if (this.#manner.still()) this.#show(last, null, news(last));
    else if (this.#manner.race()) this.#show(last, this.#before(last), news(last));
    else if (this.seen) this.#show(next, this.#before(next), news(next));
  }

  #show(moment: Moment, before: unknown, news: readonly Moment[]): void {
    clearTimeout(this.#patience);
    this.#presented = { moment, before, news, seen: before === null };
    if (before !== null) this.#patience = setTimeout(() => this.saw(moment.seq), LONGEST_MS);
    else this.#goOn(news);
  }

  #isRest(moment: Moment): boolean {
    return this.#manner.follows && moment.view !== null && moment.seq > this.#rested && this.#manner.rests(moment);
  }

  get #newest(): Moment | undefined {
    return this.moments.findLast(({ view }) => view !== null);
  }

  #before(moment: Moment): unknown {
    return this.moments[this.moments.indexOf(moment) - 1]?.view ?? null;
  }

  #since(moment: Moment): readonly Moment[] {
    return this.moments.slice(this.#place + 1, this.moments.indexOf(moment) + 1);
  }
}
