// What the page gives to a game's board, and what it asks of the game's other web files.
import type { Component } from 'svelte';

import type { Receipt, Shown as WireShown } from '../wire';
import type { Words } from '../words';

export type { Words } from '../words';

export type SoundName = 'card' | 'take' | 'tile' | 'turn' | 'wrong' | 'win' | 'tick' | 'your-turn';

/** A move of the log as these eyes may see it; `what` is the game's action. */
export type Shown<A = unknown> = Omit<WireShown, 'what'> & { what: A };

/** Somebody at this device who may act in a race. */
export interface Hand<A> {
  seat: number;
  legal: A[];
  /** False when the house refused it. */
  play: (action: A) => Promise<boolean>;
}

/** What a board gets of a race; a replay has none of it. */
export interface RaceProps<A> {
  /** What everybody waits for is about to come: in which round, and when it is expected, on performance.now()'s clock. */
  steady?: { round: number; until: number } | null;
  /** How the last rounds were timed, the latest last. */
  receipts?: Receipt[];
  /** Seen enough of the last round; on with the next. */
  ready?: () => void;
  /** One for each person at this device. */
  hands?: Hand<A>[];
}

export interface BoardProps<V, A> extends RaceProps<A> {
  /** The game's View, whole, replaced on every change. */
  view: V;
  /** The game's legal actions for these eyes: the board offers only what is in here. */
  legal: A[];
  /** Send an action; the page shows refusals itself. */
  play: (action: A) => void;
  /** The moves that led from the previous view to this one, in order; empty on first paint. */
  moves: Shown<A>[];
  /** By seat. */
  names: string[];
  words: Words;
  /** No motion wanted. */
  still: boolean;
  sound: (name: SoundName) => void;
  /** Call it when all the moves have been seen, each time: until then the page keeps the result, the shield between two
   *  hidden hands and the new lines of the log to itself. With the number of a move (its seq) it means only that what
   *  happened up to there may be told. */
  shown?: (upTo?: number) => void;
  /** Public eyes or a replay: nothing can be played. */
  watching: boolean;
}

/** Any game's board, once it has been loaded by its slug. */
export type Board = Component<BoardProps<unknown, unknown>>;

/** A game's tell.ts: the words for the log and for those who listen. */
export interface Tell {
  tell: (move: Shown, view: unknown, words: Words, names: string[], log?: readonly Shown[]) => string;
  ask: (view: unknown, legal: unknown[], words: Words) => string;
}

export type Cover = Component<Record<string, never>>;
export type Figure = Component<{ section: string; words: Words }>;
