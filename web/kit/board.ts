// What the page gives to a game's board, and what it asks of the game's other web files.
import type { Component } from 'svelte';

import type { Held, Moment as WireMoment, Receipt } from '../wire';
import type { HouseKey, Words as WordsOf } from '../words';

/** The words of the house and of a game: `Words<typeof en>`, with `import type en from '../words/en.json'`. */
export type Words<Own> = WordsOf<HouseKey | (keyof Own & string)>;

export type SoundName = 'card' | 'take' | 'tile' | 'turn' | 'wrong' | 'win' | 'tick' | 'your-turn';

/** A move of a player or of nature as these eyes may see it, the facts of what it did, and the view after it: with the
 *  game's own types. */
export type Moment<V = unknown, M = unknown, F = unknown> = Omit<WireMoment, 'what' | 'facts' | 'view' | 'score'> & {
  /** null before anything has happened. */
  what: M | null;
  facts: F[];
  view: V;
};

/** Somebody at this device who may act in a race. */
export interface Hand<A> {
  seat: number;
  legal: A[];
  /** False when the house refused it. */
  play: (action: A) => Promise<boolean>;
}

/** What a board gets of a race; of this, a replay has the receipts. */
export interface RaceProps<A> {
  /** What everybody waits for is about to come: in which round, and when it is expected, on performance.now()'s clock. */
  steady?: { round: number; until: number } | null;
  /** How the rounds were timed, the latest last. */
  receipts?: Receipt[];
  /** Whom the next round waits for, before it is started; null while one runs. */
  held?: Held | null;
  /** Seen enough of the last round; on with the next. Space and Enter do the same. */
  ready?: () => void;
  /** One for each person at this device. */
  hands?: Hand<A>[];
}

/** A board shows one moment, and knows no other time: everything on the screen belongs to it. `A` is what players do; `E`
 *  what nature does, for boards that look at it. */
export interface BoardProps<V, A, F, Q, W, E = never> extends RaceProps<A> {
  /** What is presented. It changes when the board has called `seen`, or when somebody cannot wait. */
  moment: Moment<V, A | E, F>;
  /** The view of the moment before: animate from there. null: there is nothing to animate (a first look, a jump, an
   *  undo, somebody who cannot wait); show the moment as it stands, at once, and drop whatever was moving. */
  before: V | null;
  /** The game's legal actions for these eyes: the board offers only what is in here. Empty until the newest moment has
   *  been seen; a race does not wait for that. */
  legal: A[];
  /** What these eyes are asked; null as long as nothing is offered. */
  question: Q | null;
  /** Send an action; the page shows refusals itself. */
  play: (action: A) => void;
  /** By seat. */
  names: string[];
  words: Words<W>;
  /** No motion wanted. */
  still: boolean;
  sound: (name: SoundName) => void;
  /** Say something that passes (why not, too late), in the place of the question; '' takes it back. `aloud`, true unless
   *  told: also for ears. */
  note: (text: string, aloud?: boolean) => void;
  /** Call it once for every moment, with its seq, when its motion has been seen: at once if there is none. */
  seen: (seq: number) => void;
  /** Public eyes or a replay: nothing can be played. */
  watching: boolean;
}

/** Any game's board, once it has been loaded by its slug. */
export type Board = Component<BoardProps<unknown, unknown, unknown, unknown, AnyWords, unknown>>;

/** Whatever a game has to say: for the page, which does not know it. */
type AnyWords = Record<string, unknown>;

/** What players hide from each other, laid open when the match is over: a game with secrets may have an OpenHands.svelte. */
export interface OpenHandsProps<V, W> {
  /** The same moment through the eyes of each seat. */
  views: V[];
  names: string[];
  words: Words<W>;
}
export type OpenHands = Component<OpenHandsProps<unknown, AnyWords>>;

export type Cover = Component<Record<string, never>>;
export type Figure = Component<FigureProps>;
export interface FigureProps {
  section: string;
  words: Words<AnyWords>;
}

/** Something that other people's boxes draw themselves, in a place that the page gives them, with whatever they like. */
export interface Drawing<Given> {
  /** Something has changed: here is all of it. */
  show: (given: Given) => void;
  /** It is seen no more. */
  close?: () => void;
}
export type Draw<Given> = (place: HTMLElement, given: Given) => Drawing<Given>;

/** What the module web/board.js of such a box exports. */
export interface Brought {
  board: Draw<BoardProps<unknown, unknown, unknown, unknown, AnyWords, unknown>>;
  figure?: Draw<FigureProps>;
  openHands?: Draw<OpenHandsProps<unknown, AnyWords>>;
}
