// What a table of Le Diable par la queue sends to its board: sight.py and rules.py as JSON.
import type { Step } from './geometry';

export interface Card {
  readonly kind: number;
  readonly turn: number;
}

export interface Tail {
  readonly devil: string;
  readonly side: number;
  readonly length: number;
  readonly end: 'open' | 'tail' | 'body';
  readonly into: string;
  readonly path: readonly Step[];
}

export interface Forbidden {
  readonly cell: number;
  readonly why: 'not-free' | 'opponents-body' | 'same-sector';
  readonly devil: string;
}

export interface View {
  readonly eyes: number | 'public';
  readonly seats: number;
  readonly phase: 'first' | 'name' | 'draw' | 'lay' | 'over';
  readonly turn: number | null;
  readonly cell: number | null;
  readonly forced: boolean;
  readonly drawn: number | null;
  readonly last: number | null;
  readonly cards: readonly (Card | null)[];
  readonly nameable: readonly number[];
  readonly stock: readonly number[];
  readonly tails: readonly Tail[];
  readonly points: readonly number[];
  readonly bound: number | null;
  readonly forbidden: readonly Forbidden[];
  readonly previews: readonly (readonly Tail[])[];
}

export type Action =
  | { readonly type: 'first'; readonly seat: number }
  | { readonly type: 'name'; readonly cell: number }
  | { readonly type: 'draw'; readonly kind: number }
  | { readonly type: 'lay'; readonly turn: number };
