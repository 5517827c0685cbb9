// What moves while a moment is shown: a card that is laid, tails that grow, and at the end the count of them.
import type { Moment, SoundName } from '$kit/board';
import { Steps, type Step } from '$kit/steps.svelte';

import type { Action, Event, Fact, Growth, Tail, View } from './wire';

/** How long a tail takes to grow, in ms. */
export const GROWS_MS = 900;
/** How long a card takes to turn into its place; how long others look at what was named or drawn; and a breath. */
const SETTLES_MS = 500;
const LOOK_MS = 450;
const PAUSE_MS = 300;
const COUNTED_MS = 160;

export interface Scene {
  moment: Moment<View, Action | Event, Fact>;
  before: View | null;
  still: boolean;
  sound: (name: SoundName) => void;
  seen: (seq: number) => void;
}

export class Motion {
  /** Tails on their way. */
  grown = $state.raw<readonly Growth[]>([]);
  /** They do not lie on the board yet. Whoever has laid the card himself has seen already what it does. */
  short = $state(false);
  /** The cell whose card turns into its place. */
  fresh = $state<number | null>(null);
  /** So many tails have been counted; null when nobody counts. */
  counted = $state<number | null>(null);
  /** The tail that is being followed, and for how long. */
  traced = $state.raw<{ tail: Tail; lasts: number } | null>(null);
  readonly #steps = new Steps();
  #glow: ReturnType<typeof setTimeout> | undefined;
  #seen: (() => void) | null = null;

  show({ moment, before, still, sound, seen }: Scene): void {
    this.#rest();
    this.#seen = () => seen(moment.seq);
    const what = moment.facts[0];
    if (before !== null && what?.type === 'laid') sound('tile');
    if (before !== null && what?.type === 'drawn') sound('card');
    if (before === null || still) this.#lies();
    this.#steps.show(before === null || still ? [] : this.#motion(moment, sound), () => this.#over());
  }

  /** Follow the tails one by one, and count. */
  count(tails: readonly Tail[], sound: Scene['sound']): void {
    this.#rest();
    this.#steps.show(this.#count(tails, sound), () => this.#over());
  }

  /** Enough counted. */
  skip(): void {
    this.#rest();
    this.#over();
  }

  stop(): void {
    this.#rest();
    clearTimeout(this.#glow);
  }

  #motion({ by, facts, view }: Scene['moment'], sound: Scene['sound']): Step[] {
    const [what] = facts;
    const own = by === view.eyes;
    switch (what?.type) {
      case 'named':
        return own ? [] : [() => LOOK_MS];
      case 'drawn':
        return what.seat === view.eyes ? [] : [() => LOOK_MS];
      case 'laid': {
        const grown = growthIn(facts, view);
        const lasts = grown.length > 0 ? GROWS_MS + PAUSE_MS : SETTLES_MS;
        this.#grow(what.cell.cell, grown, own);
        if (view.phase !== 'over') return own ? [] : [() => lasts];
        return [() => lasts + PAUSE_MS, ...this.#count(view.tails, sound)];
      }
      default:
        return [];
    }
  }

  #grow(cell: number, grown: readonly Growth[], own: boolean): void {
    this.fresh = own ? null : cell;
    this.grown = grown;
    this.short = !own;
    clearTimeout(this.#glow);
    this.#glow = setTimeout(() => this.#lies(), GROWS_MS + PAUSE_MS);
  }

  /** Whatever had to grow has grown. */
  #lies(): void {
    clearTimeout(this.#glow);
    this.fresh = null;
    this.grown = [];
    this.short = false;
  }

  /** From now on, tail by tail. */
  #count(tails: readonly Tail[], sound: Scene['sound']): Step[] {
    this.counted = 0;
    const steps = tails.flatMap((tail, at): Step[] => {
      const scores = tail.points > 0;
      const lasts = scores ? 240 + 42 * tail.length : 260;
      return [
        () => {
          this.traced = { tail, lasts };
          return lasts;
        },
        () => {
          this.counted = at + 1;
          if (scores) sound('tick');
          return COUNTED_MS;
        },
      ];
    });
    const end = (): number => {
      sound('win');
      return 0;
    };
    return [...steps, end];
  }

  #over(): void {
    this.#rest();
    const seen = this.#seen;
    this.#seen = null;
    seen?.();
  }

  #rest(): void {
    this.#steps.stop();
    this.counted = null;
    this.traced = null;
  }
}

/** The tails that the facts say have grown, as they lie now. */
function growthIn(facts: readonly Fact[], view: View): Growth[] {
  return facts.flatMap((fact) => {
    if (fact.type !== 'tail-grew') return [];
    const tail = view.tails.find(({ devil }) => devil === fact.devil);
    return tail ? [{ before: fact.before, tail }] : [];
  });
}
