// What has just happened on the board, as long as it moves: cards that are laid, tails that grow.
import type { BoardProps, SoundName } from '$kit/board';

import { growth, type Growth } from './runs';
import type { Action, Tail, View } from './wire';

/** How long a tail takes to grow, in ms. */
export const GROWS = 900;

export class News {
  /** Tails on their way. */
  grown = $state.raw<readonly Growth[]>([]);
  /** Cells whose cards turn into their places. */
  fresh = $state.raw<readonly number[]>([]);
  /** The match has ended before our eyes. */
  ended = $state(false);
  #own = $state(false);
  #before: View | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The view that was there before this one, if there was another. */
  look(
    now: View,
    moves: BoardProps<View, Action>['moves'],
    still: boolean,
    sound: (name: SoundName) => void,
  ): View | null {
    const before = this.#before;
    this.#before = now;
    if (before === null || before === now) return null;
    const { laid, grown } = growth(before, now);
    // Who has laid the card himself has seen already what it does.
    this.#own = moves.some(({ by, what }) => what.type === 'lay' && by === now.eyes);
    this.fresh = this.#own || still ? [] : laid;
    this.grown = still ? [] : grown;
    this.ended = now.phase === 'over' && laid.length > 0;
    clearTimeout(this.#timer);
    if (this.grown.length) this.#timer = setTimeout(() => (this.grown = []), GROWS + 300);
    if (laid.length) sound('tile');
    if (now.phase === 'lay' && before.phase !== 'lay') sound('card');
    return before;
  }

  /** While a tail grows, it lies on the board only as far as it did before. */
  lying(tails: readonly Tail[]): readonly Tail[] {
    if (this.#own) return tails;
    return tails.map((tail) => {
      const growing = this.grown.find((its) => its.tail.devil === tail.devil);
      return growing ? { ...tail, path: tail.path.slice(0, growing.from) } : tail;
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
