// What the rule book and the cover show, made by the rules (tests/games/diable_par_la_queue/dplq_example.py).
import made from './example.json';
import type { Material, Tail } from './wire';

interface Example {
  material: Material;
  /** The devils at the beginning, of two players and of three. */
  two: Tail[];
  three: Tail[];
  /** A card has been laid on a cell: where the next one must go, or must not. */
  bound: { cell: number; twin: number; sector: number };
  /** Cell, kind and turn of the cards that the tail crosses. */
  cards: [number, number, number][];
  tail: Tail;
}

export const example = made as unknown as Example;
