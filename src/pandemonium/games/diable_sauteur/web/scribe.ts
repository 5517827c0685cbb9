// What the moves of a log mean, one after the other: a jump does not say its key, and a view shows only the last moment.

import type { Shown } from '$kit/board';
import type { Action, Face, Jumped, Key, Person, Seat, View } from './types';

/** How things stood when a move had been made, as far as the log itself says. */
export interface Scene {
  hider: Seat | null;
  pressed: Key | null;
  /** The dice of this hiding that have jumped. */
  jumped: { key: Key; face: Face; points: number }[];
  /** How many rounds have begun, and by how much the people and the devil have run in this one. */
  round: number;
  run: Partial<Record<Person | 'devil', number>>;
}

const BLANK: Scene = { hider: null, pressed: null, jumped: [], round: 0, run: {} };

/**
 * Reads a log from its beginning. Whoever begins in the middle, or leaves something out, is told nothing (null), and has
 * to believe the view, which is then that of the very move.
 */
export class Scribe {
  #next = 1;
  #scene = BLANK;

  read(move: Shown<Action>): Scene | null {
    if (move.seq <= 1) {
      this.#next = move.seq;
      this.#scene = BLANK;
    }
    if (move.seq !== this.#next) {
      this.#next = Number.NaN;
      return null;
    }
    this.#next += 1;
    this.#scene = after(this.#scene, move);
    return this.#scene;
  }
}

function after(scene: Scene, { what, by }: Shown<Action>): Scene {
  switch (what.type) {
    case 'hide': {
      if (by === 'nature') return scene;
      const changed = by !== scene.hider;
      const fresh = { hider: by, pressed: null, jumped: [] };
      return changed ? { ...fresh, round: scene.round + 1, run: {} } : { ...scene, ...fresh };
    }
    case 'press':
      return { ...scene, pressed: what.key };
    case 'jump': {
      const key = scene.pressed ?? 0;
      const points = what.face === 'devil' ? 0 : what.face * key;
      return { ...scene, pressed: null, jumped: [...scene.jumped, { key, face: what.face, points }] };
    }
    case 'move': {
      const points = scene.jumped.at(-1)?.points ?? 0;
      return { ...scene, run: { ...scene.run, [what.person]: (scene.run[what.person] ?? 0) + points } };
    }
    default:
      return scene;
  }
}

/** The hiding in which a jump or a move happened, from the log or else from the view. */
export function diceOf(scene: Scene | null, view: View): Jumped[] {
  if (scene) return scene.jumped;
  return view.jumped.length > 0 ? view.jumped : (view.last_hiding?.jumped ?? []);
}

/** Whether the view is that of the moment in which this hiding ended, so that it tells what came of it. */
export function endedHere(scene: Scene | null, view: View): boolean {
  const last = view.last_hiding;
  if (last === null || view.jumped.length > 0 || !(view.phase === 'hide' || view.phase === 'over')) return false;
  if (scene === null) return true;
  const same =
    last.hider === scene.hider &&
    last.jumped.length === scene.jumped.length &&
    last.jumped.every(({ key, face }, nth) => scene.jumped[nth]?.key === key && scene.jumped[nth]?.face === face);
  if (!same) return false;
  if (view.rule === 'b') return true;
  // In a pursuit also the people have to stand where the log has brought them, unless the round has ended.
  const round = view.played.length + (view.over || view.hider !== last.hider ? 0 : 1);
  if (scene.round !== round) return false;
  return view.hider !== last.hider || view.runners.every(({ name, run }) => run === (scene.run[name] ?? 0));
}
