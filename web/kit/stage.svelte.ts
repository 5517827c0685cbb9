// What is played before the eyes, one step after the other: views come at once, things on a table take their time.

interface Step {
  /** Changes what is to be seen; says for how many milliseconds to leave it so. */
  run: () => number;
  /** Something newer waits: no time for this one. */
  hurried: boolean;
}

export class Play {
  busy = $state(false);
  #queue: Step[] = [];
  #wake: (() => void) | null = null;

  /** How much of its time a step gets; whoever has fallen behind may go faster. */
  protected get haste(): number {
    return 1;
  }

  /** Steps that wait. */
  protected get waiting(): number {
    return this.#queue.length;
  }

  /** Whoever has seen enough goes on: what waits is done without taking time. */
  hurry(): void {
    for (const step of this.#queue) step.hurried = true;
    this.#wake?.();
  }

  protected push(run: () => number): void {
    this.#queue.push({ run, hurried: false });
  }

  /** Forget what waits. */
  protected clear(): void {
    this.#queue = [];
    this.#wake?.();
  }

  /** No longer look at what is there now. */
  protected next(): void {
    this.#wake?.();
  }

  protected perform(): void {
    if (!this.busy) void this.#perform();
  }

  async #perform(): Promise<void> {
    this.busy = true;
    for (let step = this.#queue.shift(); step !== undefined; step = this.#queue.shift()) {
      const ms = step.run();
      if (ms > 0 && !step.hurried) await this.#pause(ms * this.haste);
    }
    this.busy = false;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
      const timer = setTimeout(wake, ms);
      this.#wake = wake;
    });
  }
}
