// What is to be seen while things move: views come at once, but dice jump and people run in their own time.

import type { Shown, SoundName } from '$kit/board';
import { Play } from '$kit/stage.svelte';
import type { Action, Face, Jumped, Key, Person, Seat, View } from './types';

export interface Figure {
  name: Person;
  cell: number;
  status: 'track' | 'arrived' | 'caught';
}

/** A sign over the circuit: something that everybody should see. */
export type Notice =
  | { kind: 'roles'; hider: Seat; shooter: Seat }
  | { kind: 'red'; seat: Seat }
  | { kind: 'caught'; persons: Person[] }
  | { kind: 'home'; person: Person }
  | { kind: 'devil'; key: Key; cells: number }
  | { kind: 'lost'; points: number }
  | { kind: 'round'; arrived: number; points: number; seat: Seat };

export interface Manner {
  still: boolean;
  sound: (name: SoundName) => void;
  /** What happened up to this move has been seen, and may be told. */
  told?: ((seq: number) => void) | undefined;
}

const LEAP = 950;
const SUM = 1150;
const SIGN = 1900;
const WALK = 1500;
/** Whoever watches quick players may fall so many moves behind; the farther, the faster all goes. */
const MOST_WAITING = 7;
const HASTE = [1, 1, 0.75, 0.5, 0.4];

export class Stage extends Play {
  dice = $state.raw<Jumped[]>([]);
  pressed = $state<Key | null>(null);
  /** Whose die is in the air. */
  leaps = $state<Key | null>(null);
  lid = $state<'open' | 'shut'>('open');
  figures = $state.raw<Figure[]>([]);
  devil = $state<number | null>(null);
  /** Who is running now. */
  runs = $state<Person | 'devil' | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** The view that everything has settled to; newer ones are still to be played. */
  seen = $state.raw<View | null>(null);
  /** How long one step along the track takes. */
  pace = $state(90);

  #view: View | null = null;
  #waiting = 0;

  /** Show a view: what led to it is played, or, where nothing did, it is simply there. */
  follow(view: View, moves: readonly Shown<Action>[], manner: Manner): void {
    const before = this.#view;
    this.#view = view;
    const jumps = moves.filter(({ what }) => what.type === 'jump').length;
    if (before === null || moves.length === 0 || jumps > 1) {
      this.#jump(view);
      return;
    }
    if (this.#waiting >= MOST_WAITING) this.hurry();
    this.#waiting += 1;
    for (const move of moves) this.#add(move.what, before, view, manner);
    const newRound = view.played.length > before.played.length ? view.played.at(-1) : undefined;
    if (newRound) {
      const { arrived, points, devil } = newRound;
      this.#sign({ kind: 'round', arrived, points, seat: 1 - devil }, manner, 'win');
    }
    if (!view.over && view.hider !== null && view.shooter !== null && view.hider !== before.hider) {
      const roles: Notice = { kind: 'roles', hider: view.hider, shooter: view.shooter };
      this.push(() => this.#settle(view));
      this.#sign(roles, manner, 'turn');
    }
    this.push(() => {
      this.#waiting -= 1;
      manner.told?.(moves.at(-1)?.seq ?? -1);
      return this.#settle(view);
    });
    this.perform();
  }

  protected override get haste(): number {
    return HASTE[this.#waiting] ?? 0.3;
  }

  #add(what: Action, before: View, view: View, manner: Manner): void {
    switch (what.type) {
      case 'red':
        this.#sign({ kind: 'red', seat: what.seat }, manner, 'turn');
        break;
      case 'hide':
        this.push(() => this.#shut(manner));
        break;
      case 'press':
        this.push(() => this.#press(what.key, manner));
        break;
      case 'jump':
        this.#leap(what.face, view, manner);
        break;
      case 'move': {
        const figure = before.runners.find(({ name }) => name === what.person);
        const points = (view.jumped.at(-1) ?? view.last_hiding?.jumped.at(-1))?.points ?? 0;
        if (figure) this.#run(what.person, figure.cell, figure.cell + points, figure.home, manner);
        break;
      }
      case 'stop':
        this.#race(before, before.points, manner);
    }
  }

  #shut(manner: Manner): number {
    this.notice = null;
    this.lid = 'shut';
    this.dice = [];
    manner.sound('tile');
    return manner.still ? 0 : 500;
  }

  #press(key: Key, manner: Manner): number {
    this.notice = null;
    this.lid = 'shut';
    this.pressed = key;
    manner.sound('tick');
    return manner.still ? 0 : 260;
  }

  #leap(face: Face, view: View, manner: Manner): void {
    const ended = view.jumped.length === 0 ? view.last_hiding : null;
    const dice = ended ? ended.jumped : view.jumped;
    const die = dice.at(-1);
    if (!die) return;
    this.push(() => {
      this.lid = 'shut';
      this.pressed = die.key;
      this.dice = dice;
      this.leaps = die.key;
      manner.sound('card');
      return manner.still ? 250 : LEAP;
    });
    this.push(() => {
      this.leaps = null;
      manner.sound(face === 'devil' ? 'wrong' : 'tile');
      return face === 'devil' ? (manner.still ? 0 : 450) : manner.still ? 500 : SUM;
    });
    const points = dice.reduce((sum, its) => sum + its.points, 0);
    if (face === 'devil' && view.stride !== null) this.#hunt(die.key, view.stride * die.key, view, manner);
    else if (face === 'devil') this.#sign({ kind: 'lost', points }, manner, 'take');
    else if (ended && view.rule === 'b') this.#race(null, points, manner, 1 - ended.hider);
  }

  /** The devil runs, and takes whom he comes to. */
  #hunt(key: Key, cells: number, view: View, manner: Manner): void {
    this.#sign({ kind: 'devil', key, cells }, manner, null);
    const caught = view.last_hiding?.caught ?? [];
    this.push(() => {
      this.notice = null;
      this.runs = 'devil';
      this.pace = WALK / (cells + 2);
      return 0;
    });
    for (let step = 0; step < cells; step++) {
      this.push(() => {
        const cell = (this.devil ?? 0) + 1;
        this.devil = cell;
        const taken = this.figures.filter((its) => caught.some((name) => name === its.name) && its.cell === cell);
        if (taken.length > 0) {
          this.figures = this.figures.map((its) => (taken.includes(its) ? { ...its, status: 'caught' as const } : its));
          manner.sound('take');
          return manner.still ? 0 : 620;
        }
        if (!manner.still) manner.sound('tick');
        return manner.still ? 0 : this.pace;
      });
    }
    this.push(() => {
      this.runs = null;
      return 0;
    });
    if (caught.length > 0) this.#sign({ kind: 'caught', persons: caught }, manner, null);
    else this.push(() => (manner.still ? 0 : 500));
  }

  #race(before: View | null, points: number, manner: Manner, seat = before?.shooter ?? 0): void {
    const figure = (before ?? this.#view)?.runners[seat];
    if (!figure) return;
    const from = before ? figure.cell : figure.cell - points;
    this.#run(figure.name, from, from + points, figure.home, manner);
  }

  #run(name: Person, from: number, to: number, home: number, manner: Manner): void {
    const goal = Math.min(to, home);
    this.push(() => {
      this.notice = null;
      this.runs = name;
      this.pace = Math.max(28, Math.min(110, WALK / (goal - from || 1)));
      return 0;
    });
    for (let cell = from + 1; cell <= goal; cell++) {
      this.push(() => {
        this.figures = this.figures.map((its) => (its.name === name ? { ...its, cell } : its));
        if (!manner.still) manner.sound('tick');
        return manner.still ? 0 : this.pace;
      });
    }
    this.push(() => {
      this.runs = null;
      return manner.still ? 0 : 250;
    });
    if (to < home) return;
    this.push(() => {
      this.figures = this.figures.map((its) => (its.name === name ? { ...its, status: 'arrived' as const } : its));
      return 0;
    });
    this.#sign({ kind: 'home', person: name }, manner, 'turn');
  }

  #sign(notice: Notice, manner: Manner, sound: SoundName | null): void {
    this.push(() => {
      this.notice = notice;
      if (sound) manner.sound(sound);
      return manner.still ? 900 : SIGN;
    });
  }

  /** Everything as the view says. */
  #settle(view: View): number {
    const between = view.phase === 'lot' || view.phase === 'hide' || view.phase === 'over';
    this.lid = between && view.phase !== 'over' ? 'open' : 'shut';
    this.dice = view.phase === 'over' ? (view.last_hiding?.jumped ?? []) : view.jumped;
    this.pressed = view.pressed;
    this.seen = view;
    this.leaps = null;
    this.runs = null;
    this.notice = null;
    this.devil = view.devil;
    this.figures = view.runners.map(({ name, cell, status }) => ({ name, cell, status }));
    return 0;
  }

  #jump(view: View): void {
    this.clear();
    this.#waiting = 0;
    this.#settle(view);
  }
}
