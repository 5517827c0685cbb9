// What lies on the table while things move: views come at once, cards take their time.

import type { Shown, SoundName } from '$kit/board';
import { Play } from '$kit/stage.svelte';
import { playedBy, takes } from './trick';
import type { Action, Card, Seat, View } from './types';

export interface Summary {
  round: number;
  gained: number[];
  totals: number[];
  over: boolean;
}

export interface Manner {
  still: boolean;
  sound: (name: SoundName) => void;
  /** What happened up to this move has been seen, and may be told. */
  told?: ((seq: number) => void) | undefined;
}

const FLIGHT = 420;
const LOOK_AT_TRICK = 1500;
const LOOK_AT_ROUND = 4200;

export class Stage extends Play {
  leader = $state<Seat>(0);
  cards = $state<Card[]>([]);
  /** Who gathers the trick that lies here, or has just gathered it. */
  taker = $state<Seat | null>(null);
  summary = $state<Summary | null>(null);

  #view: View | null = null;
  #target: { leader: Seat; cards: Card[] } = { leader: 0, cards: [] };

  /** Show a view: what led to it is played, or, where nothing did, it is simply there. */
  follow(view: View, moves: readonly Shown<Action>[], manner: Manner): void {
    const before = this.#view;
    this.#view = view;
    if (before === null || moves.length === 0 || before.seats !== view.seats) {
      this.#jump(view);
      if (moves.length > 0 && view.trick.length === 0) this.#again(view, moves, manner);
      return;
    }
    if (moves.some((move) => move.by === view.eyes) || this.waiting > view.seats) this.hurry();
    for (const move of moves) this.#add(move, view.seats, manner);
    const ended = view.round > before.round ? before.round : view.over && !before.over ? view.round : null;
    if (ended !== null) {
      const gained = view.totals.map((total, seat) => total - (before.totals[seat] ?? 0));
      this.push(() => this.#sumUp({ round: ended, gained, totals: view.totals, over: view.over }));
    }
    this.#target = laid(view);
    this.push(() => {
      manner.told?.(moves.at(-1)?.seq ?? -1);
      return this.#sync(view);
    });
    this.perform();
  }

  close(): void {
    this.summary = null;
    this.next();
  }

  #add(move: Shown<Action>, seats: number, manner: Manner): void {
    const { what, by } = move;
    if (what.type === 'deal') {
      this.#target = { leader: 0, cards: [] };
      if (what.cards !== null) this.push(() => this.#dealt(manner));
    } else if (what.type === 'play' && by !== 'nature') {
      const open = this.#target.cards.length % seats > 0;
      const leader = open ? this.#target.leader : by;
      const cards = [...(open ? this.#target.cards : []), what.card];
      this.#target = { leader, cards };
      const full = cards.length === seats;
      this.push(() => {
        if (!full) manner.told?.(move.seq);
        return this.#lay(leader, cards, manner);
      });
      if (full) {
        const taker = playedBy(leader, cards.indexOf(takes(cards) ?? 0), seats);
        this.push(() => {
          manner.told?.(move.seq); // Who takes it is no secret from now on.
          return this.#look(taker);
        });
        this.push(() => this.#gather(manner));
      }
    }
  }

  #dealt(manner: Manner): number {
    manner.sound('card');
    return 0;
  }

  #lay(leader: Seat, cards: Card[], manner: Manner): number {
    this.summary = null;
    this.taker = null;
    this.leader = leader;
    this.cards = cards;
    manner.sound('card');
    return manner.still ? FLIGHT / 2 : FLIGHT;
  }

  #look(taker: Seat): number {
    this.taker = taker;
    return LOOK_AT_TRICK;
  }

  #gather(manner: Manner): number {
    this.cards = [];
    manner.sound('take');
    return manner.still ? 0 : FLIGHT;
  }

  #sumUp(summary: Summary): number {
    this.summary = summary;
    this.taker = null;
    return summary.over ? 0 : LOOK_AT_ROUND;
  }

  #sync(view: View): number {
    const { leader, cards } = laid(view);
    this.leader = leader;
    if (cards.join() !== this.cards.join()) this.cards = cards;
    if (!view.over) this.summary = null;
    return 0;
  }

  #jump(view: View): void {
    const { leader, cards } = laid(view);
    this.clear();
    this.#target = { leader, cards };
    this.taker = null;
    this.summary = null;
    this.leader = leader;
    this.cards = cards;
  }

  /** Who comes to the table just after a trick was taken (round one screen) still gets to see it. */
  #again(view: View, moves: readonly Shown<Action>[], manner: Manner): void {
    const { last } = view;
    if (last === null || !moves.some(({ what }) => what.type === 'play' && what.card === last.cards.at(-1))) return;
    this.leader = last.leader;
    this.cards = last.cards;
    this.push(() => this.#look(last.taker));
    this.push(() => this.#gather(manner));
    this.push(() => this.#sync(view));
    this.perform();
  }
}

function laid(view: View): { leader: Seat; cards: Card[] } {
  return { leader: view.leader ?? 0, cards: view.trick };
}
