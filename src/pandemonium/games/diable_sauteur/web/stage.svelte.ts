// What is to be seen while things move: a moment has come, but dice jump and people run in their own time.

import type { SoundName } from '$kit/board';
import { Steps, type Step } from '$kit/steps.svelte';
import type { Fact, Jumped, Key, Moment, Person, Reckoning, Runner, View } from './types';

export interface Figure {
  name: Person;
  cell: number;
  status: Runner['status'];
}

export interface Manner {
  still: boolean;
  sound: (name: SoundName) => void;
  seen: (seq: number) => void;
}

const LID_MS = 500;
const PRESS_MS = 260;
const LEAP_MS = 950;
const SUM_MS = 1150;
const SHOCK_MS = 450;
const SIGN_MS = 1900;
const WALK_MS = 1500;
const CATCH_MS = 620;
const BREATH_MS = 500;
const USUAL_PACE_MS = 90;

export class Stage {
  /** How everything stands that does not move: before the moment, until it has been seen. */
  view = $state.raw() as View;
  dice = $state.raw<Jumped[]>([]);
  reckoning = $state.raw<Reckoning | null>(null);
  pressed = $state<Key | null>(null);
  /** Where the reader knows the die of devils to lie. */
  known = $state<Key | null>(null);
  /** Whose die is in the air. */
  leaps = $state<Key | null>(null);
  lid = $state<'open' | 'shut'>('open');
  figures = $state.raw<Figure[]>([]);
  devil = $state<number | null>(null);
  /** Who is running now. */
  runs = $state<Person | 'devil' | null>(null);
  /** What the sign over the circuit says: something that everybody should see. */
  notice = $state.raw<Fact[] | null>(null);
  /** How long one step along the track takes. */
  pace = $state(USUAL_PACE_MS);

  readonly #steps = new Steps();
  #finish: (() => void) | null = null;

  constructor(view: View) {
    this.#settle(view);
  }

  /** Something is moving. */
  get busy(): boolean {
    return this.#steps.busy;
  }

  /** Let the moment happen from where everything stood, or, without that, be as it is. */
  present(moment: Moment, before: View | null, { still, sound, seen }: Manner): void {
    const finish = (): void => {
      this.#finish = null;
      this.#settle(moment.view);
      seen(moment.seq);
    };
    if (before === null || still) {
      this.#steps.stop();
      finish();
      return;
    }
    this.#settle(before);
    this.#finish = finish;
    this.#steps.show(
      moment.facts.flatMap((fact) => this.#stepsOf(fact, moment, sound)),
      finish,
    );
  }

  /** Enough seen of it. */
  hurry(): void {
    this.#steps.stop();
    this.#finish?.();
  }

  stop(): void {
    this.#steps.stop();
    this.#finish = null;
  }

  #stepsOf(fact: Fact, { facts, view }: Moment, sound: Manner['sound']): Step[] {
    switch (fact.type) {
      case 'starts-drawn':
        return [this.#sign([fact], () => sound('turn'))];
      case 'devil-drawn':
      case 'hider-drawn':
      case 'roles-changed':
        return [this.#sign([fact], () => (this.#settle(view), sound('turn')))];
      case 'hid':
        return [() => this.#shut(view, sound)];
      case 'pressed':
        return [() => this.#press(fact.key, sound)];
      case 'number-jumped':
        return this.#leap(fact, fact, SUM_MS, sound);
      case 'devil-jumped':
        return this.#leap({ key: fact.key, face: 'devil', points: 0 }, toll(facts), SHOCK_MS, sound);
      case 'devil-ran':
        return [
          this.#sign(facts.filter(({ type }) => type === 'devil-jumped' || type === 'devil-ran')),
          ...this.#hunt(fact.from_cell, fact.to_cell, facts, sound),
        ];
      case 'caught':
        return [this.#sign([fact])];
      case 'nobody-caught':
        return [() => BREATH_MS];
      case 'lost':
      case 'stayed':
        return [this.#sign([fact], () => sound('take'))];
      case 'moved':
        return [
          ...this.#run(fact.person, fact.from_cell, fact.to_cell, sound),
          ...(fact.landing === 'home' ? [this.#sign([fact], () => (this.#arrives(fact.person), sound('turn')))] : []),
        ];
      case 'ran':
        return [
          () => ((this.reckoning = fact.settled), 0),
          ...this.#run(fact.person, fact.from_cell, fact.to_cell, sound),
        ];
      case 'home':
        return [this.#sign([fact], () => sound('turn'))];
      case 'round-over':
        return [
          this.#sign(
            facts.filter(({ type }) => type === 'round-over' || type === 'scored'),
            () => sound('win'),
          ),
        ];
      case 'at-risk':
      case 'hidden-again':
      case 'was-under':
      case 'scored':
      case 'match-over':
        return [];
    }
  }

  #sign(facts: Fact[], also: () => void = () => undefined): Step {
    return () => {
      also();
      this.notice = facts;
      return SIGN_MS;
    };
  }

  #shut(view: View, sound: Manner['sound']): number {
    this.lid = 'shut';
    this.known = view.hidden;
    sound('tile');
    return LID_MS;
  }

  #press(key: Key, sound: Manner['sound']): number {
    this.pressed = key;
    sound('tick');
    return PRESS_MS;
  }

  /** A die in the air, and then what it came to. */
  #leap({ key, face, points }: Jumped, came: Reckoning | null, pause: number, sound: Manner['sound']): Step[] {
    return [
      () => {
        this.pressed = key;
        this.dice = [...this.dice, { key, face, points }];
        this.leaps = key;
        sound('card');
        return LEAP_MS;
      },
      () => {
        this.leaps = null;
        this.reckoning = came;
        sound(face === 'devil' ? 'wrong' : 'tile');
        return pause;
      },
    ];
  }

  /** The devil runs, and takes whom he comes to. */
  #hunt(from: number, to: number, facts: readonly Fact[], sound: Manner['sound']): Step[] {
    const caught = facts.flatMap((fact): Person[] => (fact.type === 'caught' ? fact.persons : []));
    return [
      () => {
        this.notice = null;
        this.runs = 'devil';
        this.pace = WALK_MS / (to - from + 2);
        return 0;
      },
      ...way(from, to).map((cell) => () => {
        this.devil = cell;
        const taken = this.figures.filter((its) => caught.includes(its.name) && its.cell === cell);
        this.figures = this.figures.map((its) => (taken.includes(its) ? { ...its, status: 'caught' } : its));
        sound(taken.length > 0 ? 'take' : 'tick');
        return taken.length > 0 ? CATCH_MS : this.pace;
      }),
      () => {
        this.runs = null;
        return 0;
      },
    ];
  }

  #run(name: Person, from: number, to: number, sound: Manner['sound']): Step[] {
    return [
      () => {
        this.notice = null;
        this.runs = name;
        this.pace = Math.max(28, Math.min(110, WALK_MS / (to - from || 1)));
        return 0;
      },
      ...way(from, to).map((cell) => () => {
        this.figures = this.figures.map((its) => (its.name === name ? { ...its, cell } : its));
        sound('tick');
        return this.pace;
      }),
      () => {
        this.runs = null;
        return BREATH_MS / 2;
      },
    ];
  }

  #arrives(name: Person): void {
    this.figures = this.figures.map((its) => (its.name === name ? { ...its, status: 'arrived' } : its));
  }

  /** Everything as the view says. */
  #settle(view: View): void {
    this.view = view;
    this.lid = view.phase === 'lot' || view.phase === 'hide' ? 'open' : 'shut';
    this.dice = view.over ? (view.last_hiding?.jumped ?? []) : view.jumped;
    this.known = view.over ? (view.last_hiding?.devil ?? null) : view.hidden;
    this.reckoning = view.reckoning;
    this.pressed = view.pressed;
    this.leaps = null;
    this.runs = null;
    this.notice = null;
    this.devil = view.devil;
    this.figures = view.runners.map(({ name, cell, status }) => ({ name, cell, status }));
  }
}

/** Every cell from the one after `from` to `to`. */
const way = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, nth) => from + 1 + nth);

/** What a devil came to. */
const toll = (facts: readonly Fact[]): Reckoning | null =>
  facts.find((fact) => fact.type === 'devil-ran' || fact.type === 'lost' || fact.type === 'stayed') ?? null;
