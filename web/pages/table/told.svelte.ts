// What is written beside a board: never more than the board has shown.
import type { Line } from '../../table.svelte';

export class Told {
  /** What is asked, or whom everybody waits for. */
  status = $state('');
  lines: Line[] = $state.raw([]);
  last = $derived(this.lines.findLast(({ text }) => text !== '')?.text ?? '');

  /** `held`: the board is still showing what led to this. */
  constructor(now: () => { held: boolean; status: string; lines: Line[] }) {
    $effect.pre(() => {
      const { held, status, lines } = now();
      if (held) return;
      this.status = status;
      this.lines = lines;
    });
  }
}
