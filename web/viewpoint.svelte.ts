// The match through one pair of eyes: what they have seen of it, and what they can do when they have seen it all.
import { Timeline } from './timeline.svelte';
import type { Eyes, Moment, Position, Result } from './wire';

export class Viewpoint {
  readonly timeline: Timeline;
  #race: () => boolean;
  #newest: Position;
  /** What can be done, whose turn it is, how long there is: null while something older is still being presented. A race
   *  does not wait. */
  readonly now: Position | null = $derived.by(() =>
    this.timeline.settled || (this.#race() && this.timeline.atTheEnd) ? this.#newest : null,
  );
  /** How the match ended, once that has been seen. */
  readonly result: Result | null = $derived.by(() => (this.timeline.settled ? this.#newest.result : null));

  constructor(position: Position, manner: { race: () => boolean; still: () => boolean }) {
    this.#newest = $state.raw(position);
    this.#race = manner.race;
    this.timeline = new Timeline({ ...manner, rests: (moment) => this.#rests(moment) });
  }

  get eyes(): Eyes {
    return this.#newest.eyes;
  }
  get version(): number {
    return this.#newest.version;
  }

  /** Something has happened; what these eyes knew up to `since` stands. */
  hear(position: Position, since: number): void {
    this.#newest = position;
    this.timeline.keep(since);
    this.timeline.add(position.moments);
  }

  /** A round is counted before the next begins; at the end of all, the result is there to be looked at. */
  #rests({ seq, score }: Moment): boolean {
    const { result, moments } = this.#newest;
    return score !== null && !this.#race() && (result === null || seq !== moments.at(-1)?.seq);
  }
}
