// What is written beside a board: never more than the board has shown, and never less.
import type { Line } from '../../table.svelte';
import type { Position } from '../../wire';

interface Now {
  /** What is asked, or whom everybody waits for. */
  status: string;
  position: Position | undefined;
}

export class Told {
  lines: Line[] = $state.raw([]);
  last = $derived(this.lines.findLast(({ text }) => text !== '')?.text ?? '');
  #now: Now = $state.raw({ status: '', position: undefined });
  /** How it is after which move, from the one that is told on. */
  #after: (Now & { seq: number })[] = [];

  /** `told`: the board has come as far as this move. */
  constructor(now: () => Now & { told: number; lines: Line[] }) {
    $effect.pre(() => {
      const { told, lines, status, position } = now();
      const seq = lines.at(-1)?.seq ?? -1;
      this.lines = lines.filter((line) => line.seq <= told);
      this.#after = [...this.#after.filter((other) => other.seq < seq), { seq, status, position }];
      const reached = this.#after.findLastIndex((other) => other.seq <= told);
      this.#after = this.#after.slice(Math.max(0, reached));
      const first = this.#after[0];
      if (reached >= 0 && first) this.#now = first;
    });
  }

  get status(): string {
    return this.#now.status;
  }
  get position(): Position | undefined {
    return this.#now.position;
  }
}
