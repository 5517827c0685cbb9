// The motion of one moment, step by step: things on a table take their time.

import { tempo } from './tempo';

/** Changes what is to be seen; says for how many milliseconds to leave it so. */
export type Step = () => number;

/** A board's steps. `show` replaces whatever was still moving. */
export class Steps {
  /** Something is moving. */
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Take these steps one after the other, then say that it is done. Without steps, at once. */
  show(steps: readonly Step[], done: () => void): void {
    clearTimeout(this.#timer);
    this.busy = steps.length > 0;
    const [first, ...rest] = steps;
    if (first === undefined) {
      done();
      return;
    }
    const ms = tempo.factor * first();
    this.#timer = setTimeout(() => this.show(rest, done), ms);
  }

  /** Nothing moves any more, and nobody is told. */
  stop(): void {
    clearTimeout(this.#timer);
    this.busy = false;
  }
}
