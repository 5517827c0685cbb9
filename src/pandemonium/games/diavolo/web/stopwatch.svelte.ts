// When this page's player could see the dice, how long he took, and whether his page was fit to race.

/** Why a page cannot race fairly in this round; it may still grab. */
export type Hindrance = 'hidden' | 'slow' | 'joined';

/** So long without a picture around the reveal, and the eyes behind this page were not equal to the others'. */
export const GAP_MS = 250;
/** A stamp older than this was not made by the clock that we read. */
const STALE_MS = 1000;

/** The browser, as far as the stopwatch needs it. */
export interface Clockwork {
  now: () => number;
  frame: (draw: () => void) => void;
  hidden: () => boolean;
}

const browser: Clockwork = {
  now: () => performance.now(),
  frame: (draw) => void requestAnimationFrame(draw),
  hidden: () => document.hidden,
};

export class Stopwatch {
  /** When the frame with the dice was painted. */
  painted = $state<number | null>(null);
  hindrance = $state<Hindrance | null>(null);
  /** Which round is being watched; frames asked for in an older one are void. */
  #round = 0;
  #lastFrame: number | null = null;

  constructor(private readonly clock: Clockwork = browser) {}

  /** The dice begin to tumble: from now on every frame counts. */
  watch(): void {
    const round = this.#begin();
    const draw = (): void => {
      if (round !== this.#round || this.painted !== null) return;
      this.#lastFrame = this.clock.now();
      this.clock.frame(draw);
    };
    this.clock.frame(draw);
  }

  /** The dice are in the page and will be painted in the next frame. */
  reveal(): void {
    const last = this.#lastFrame;
    const round = this.#begin();
    const told = this.clock.now();
    const hidden = this.clock.hidden();
    this.clock.frame(() => {
      if (round !== this.#round) return;
      const painted = this.clock.now();
      this.painted = painted;
      if (hidden) this.hindrance = 'hidden';
      else if (painted - (last ?? told) > GAP_MS) this.hindrance = 'slow';
      this.clock.frame(() => {
        const late = this.clock.now() - painted > GAP_MS;
        if (round === this.#round && late) this.hindrance ??= this.clock.hidden() ? 'hidden' : 'slow';
      });
    });
  }

  /** The page came to a round that had begun: nobody can say since when its player has seen the dice. */
  joined(): void {
    this.#begin();
    this.hindrance = 'joined';
  }

  /** No dice lie there. */
  clear(): void {
    this.#begin();
  }

  /** Whether a press could be for dice that were seen (5.4). */
  seen(stamp: number): boolean {
    return this.hindrance === 'joined' || (this.painted !== null && this.#pressed(stamp) >= this.painted);
  }

  /** 5.1 The reaction, in ms, of a press with this event stamp; null where nobody measured it. */
  reaction(stamp: number): number | null {
    return this.painted === null ? null : Math.round(this.#pressed(stamp) - this.painted);
  }

  /** Browsers stamp events when the hardware spoke; a stamp of another clock is of no use. */
  #pressed(stamp: number): number {
    const now = this.clock.now();
    return stamp > now || stamp < now - STALE_MS ? now : stamp;
  }

  #begin(): number {
    this.painted = null;
    this.hindrance = null;
    this.#lastFrame = null;
    return ++this.#round;
  }
}
