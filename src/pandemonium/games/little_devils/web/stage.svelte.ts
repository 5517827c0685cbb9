// What lies on the table while a moment happens: cards fly, a full trick is looked at and gathered, a round is summed up.

import type { SoundName } from '$kit/board';
import { Steps, type Step } from '$kit/steps.svelte';
import type { Fact, LaidTrick, Moment, RoundOver, Took, View } from './types';

export interface Manner {
  still: boolean;
  sound: (name: SoundName) => void;
  seen: (seq: number) => void;
}

const DEAL_MS = 800;
const FLIGHT_MS = 420;
const LOOK_AT_TRICK_MS = 1500;
const GATHER_MS = 500;
const COUNT_MS = 400;

export class Stage {
  /** How everything stands, as far as it has been seen. */
  view = $state.raw() as View;
  /** What lies in the middle. */
  trick = $state.raw() as LaidTrick;
  /** The trick that lies there is full, and this is who takes it. */
  took = $state.raw<Took | null>(null);

  readonly #steps = new Steps();

  constructor(view: View) {
    this.#settle(view, false);
  }

  /** Something is moving. */
  get busy(): boolean {
    return this.#steps.busy;
  }

  /** Let the moment happen from where everything stood, or, without that, be as it is. */
  present(moment: Moment, before: View | null, { still, sound, seen }: Manner): void {
    const finish = (): void => {
      this.#settle(moment.view, still);
      seen(moment.seq);
    };
    if (before === null || still) {
      this.#steps.stop();
      finish();
      return;
    }
    this.#settle(before, false);
    const deal =
      moment.what?.type === 'deal' && moment.what.cards !== null ? [() => this.#deal(moment.view, sound)] : [];
    const told = moment.facts.flatMap((fact) => this.#stepsOf(fact, before, moment, sound));
    this.#steps.show([...deal, ...told], finish);
  }

  stop(): void {
    this.#steps.stop();
  }

  #stepsOf(fact: Fact, before: View, { facts, view }: Moment, sound: Manner['sound']): Step[] {
    switch (fact.type) {
      case 'led':
      case 'called':
      case 'followed':
      case 'failed':
        return [() => this.#lay(facts.some(({ type }) => type === 'took') ? before : null, view, sound)];
      case 'took':
        return [
          () => this.#look(fact),
          () => this.#gather(facts.some(({ type }) => type === 'round-over') ? before : null, view, sound),
        ];
      case 'round-over':
        return [() => this.#count(fact, view)];
      case 'dealer-drawn':
      case 'dealt':
      case 'turned':
      case 'won':
        return [];
    }
  }

  #deal(view: View, sound: Manner['sound']): number {
    this.view = view;
    sound('card');
    return DEAL_MS;
  }

  /** The card that fills a trick is seen before it is counted. */
  #lay(uncounted: View | null, view: View, sound: Manner['sound']): number {
    this.view = uncounted === null ? view : { ...view, ...tally(uncounted), last: uncounted.last, turn: null };
    this.trick = (uncounted === null ? view.trick : view.last) ?? view.trick;
    sound('card');
    return FLIGHT_MS;
  }

  #look(took: Took): number {
    this.took = took;
    return LOOK_AT_TRICK_MS;
  }

  /** With the last trick of a round, the round is counted only then. */
  #gather(uncounted: View | null, view: View, sound: Manner['sound']): number {
    this.view = uncounted === null ? view : { ...view, ...tally(uncounted), turn: null };
    this.trick = view.trick;
    sound('take');
    return GATHER_MS;
  }

  #count({ totals }: RoundOver, view: View): number {
    this.view = { ...this.view, totals, taken: view.taken };
    this.took = null;
    return COUNT_MS;
  }

  /** Everything as the view says. `lies`: where nothing moves, the last trick lies there until somebody leads. */
  #settle(view: View, lies: boolean): void {
    const last = lies && view.trick.cards.length === 0 ? view.last : null;
    const taking = last?.cards.find(({ seat }) => seat === last.taker);
    this.view = view;
    this.trick = last ?? view.trick;
    this.took = last && taking ? { type: 'took', seat: taking.seat, card: taking.card, devils: last.devils } : null;
  }
}

/** What has been counted so far. */
function tally({ round, dealer, tricks, taken, totals, over, winners }: View): Partial<View> {
  return { round, dealer, tricks, taken, totals, over, winners };
}
