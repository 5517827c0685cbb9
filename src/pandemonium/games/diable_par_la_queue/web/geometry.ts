// Where everything is drawn: the hexagon, its cells, their crossings, the curves between them and the places round the rim.
// The same coordinates as in board.py, 100 units to the side of a cell, with the centre of the hexagon at the origin.
import type { Perch, Step } from './wire';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Place {
  readonly row: number;
  /** From the middle to the right, in half sides. */
  readonly x: number;
}

export const SIDE_PX = 100;
export const HEIGHT = (SIDE_PX * Math.sqrt(3)) / 2;
const INRADIUS = HEIGHT / 3;

/** So many cells long is an edge of the hexagon. That this makes the board which the rules know, a test sees to. */
const EDGE_SHAPE = 3;
const ROWS_SHAPE = 2 * EDGE_SHAPE;
const CORNERS_SHAPE = 6;
const upper: Place[] = range(0, EDGE_SHAPE).flatMap((row) =>
  range(-EDGE_SHAPE - row, EDGE_SHAPE + 1 + row).map((x) => ({ row, x })),
);
const PLACES: readonly Place[] = [...upper, ...upper.map(({ row, x }) => ({ row: ROWS_SHAPE - 1 - row, x: 0 - x }))];
export const CELLS = PLACES.length;
export const ROWS: readonly (readonly number[])[] = range(0, ROWS_SHAPE).map((row) =>
  range(0, CELLS)
    .filter((cell) => place(cell).row === row)
    .sort((one, other) => place(one).x - place(other).x),
);

export function place(cell: number): Place {
  return PLACES[cell] ?? { row: 0, x: 0 };
}

/** What players of any language call a cell: +14 above the middle line, −14 below it. */
export function nameOf(cell: number): string {
  return `${isUpper(cell) ? '+' : '−'}${String(numberOf(cell))}`;
}

export function cellCalled(name: string): number | undefined {
  const found = /^([+−-])0*([1-9]\d?)$/.exec(name.trim());
  const number = Number(found?.[2]);
  return found === null || number > upper.length ? undefined : number - 1 + (found[1] === '+' ? 0 : upper.length);
}

export function isUpper(cell: number): boolean {
  return cell < upper.length;
}

export function numberOf(cell: number): number {
  return (cell % upper.length) + 1;
}

export function pointsUp(cell: number): boolean {
  const { row, x } = place(cell);
  return Math.abs(row + x) % 2 === 1;
}

/** The cell that an arrow key leads to; the same one at the edge of the board. */
export function stepFrom(cell: number, key: string): number {
  const { row, x } = place(cell);
  const here = ROWS[row] ?? [];
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return here[here.indexOf(cell) + (key === 'ArrowLeft' ? -1 : 1)] ?? cell;
  if (key === 'Home' || key === 'End') return here.at(key === 'Home' ? 0 : -1) ?? cell;
  const there = ROWS[row + (key === 'ArrowUp' ? -1 : 1)] ?? [cell];
  return there.reduce((best, other) => (Math.abs(place(other).x - x) < Math.abs(place(best).x - x) ? other : best));
}

/** A card that points up, with its middle at the origin: the corners where its three edges begin, clockwise. */
const CORNERS: readonly [Spot, Spot, Spot] = [
  { x: SIDE_PX / 2, y: INRADIUS },
  { x: -SIDE_PX / 2, y: INRADIUS },
  { x: 0, y: -2 * INRADIUS },
];

/** Whatever points up, as it is on a cell that points down: half a turn. */
export function centreOf(cell: number): Spot {
  const { row, x } = place(cell);
  return { x: (x * SIDE_PX) / 2, y: (row - EDGE_SHAPE) * HEIGHT + (pointsUp(cell) ? 2 * INRADIUS : INRADIUS) };
}

export function crossing(number: number): Spot {
  const start = CORNERS[(number >> 1) as 0 | 1 | 2];
  const end = CORNERS.at((number >> 1) - 2) ?? start;
  return between(start, end, (1 + (number % 2)) / 3);
}

/** What becomes of a crossing when the card is turned by so many thirds. */
export function turned(number: number, by: number): number {
  const crossings = 2 * CORNERS.length;
  return (number + 2 * by + crossings) % crossings;
}

/** From an edge straight into the card: a step of one unit. */
function inwards(number: number): Spot {
  const angle = (((number >> 1) * 120 - 90) * Math.PI) / 180;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

export function inside(number: number, far: number): Spot {
  const { x, y } = crossing(number);
  const { x: dx, y: dy } = inwards(number);
  return { x: x + far * dx, y: y + far * dy };
}

/** The four points of the curve that leaves both edges at a right angle. */
function bend(from: number, to: number): [Spot, Spot, Spot, Spot] {
  const start = crossing(from);
  const end = crossing(to);
  const far = Math.hypot(end.x - start.x, end.y - start.y) * (from >> 1 === to >> 1 ? 0.92 : 0.4);
  return [start, inside(from, far), inside(to, far), end];
}

/** A strand on a card at the origin. */
export function strand(from: number, to: number): string {
  const [start, one, two, end] = bend(from, to);
  return `M${show(start)}C${show(one)} ${show(two)} ${show(end)}`;
}

const lengths = new Map<number, number>();
/** Of so many pieces a curve is measured. */
const CHORDS_FITS = 24;

export function strandLength(from: number, to: number): number {
  const key = 6 * from + to;
  let length = lengths.get(key);
  if (length === undefined) {
    const [p0, p1, p2, p3] = bend(from, to);
    const spots = range(0, CHORDS_FITS + 1).map((step) => bezier(p0, p1, p2, p3, step / CHORDS_FITS));
    length = spots.reduce((sum, spot, at) => {
      const before = spots[at - 1] ?? spot;
      return sum + Math.hypot(spot.x - before.x, spot.y - before.y);
    }, 0);
    lengths.set(key, length);
  }
  return length;
}

/** A tail, or a part of it, across the board as one curve. */
export function course(steps: readonly Step[]): string {
  return steps
    .map(([cell, enters, leaves], at) => {
      const [start, one, two, end] = bend(enters, leaves).map((spot) => onBoard(cell, spot)) as [
        Spot,
        Spot,
        Spot,
        Spot,
      ];
      return `${at === 0 ? `M${show(start)}` : ''}C${show(one)} ${show(two)} ${show(end)}`;
    })
    .join('');
}

export function courseLength(steps: readonly Step[]): number {
  return steps.reduce((sum, [, enters, leaves]) => sum + strandLength(enters, leaves), 0);
}

export function onBoard(cell: number, spot: Spot): Spot {
  const middle = centreOf(cell);
  const way = pointsUp(cell) ? 1 : -1;
  return { x: middle.x + way * spot.x, y: middle.y + way * spot.y };
}

/** The outline of a card or cell at the origin, drawn in by so much, its corners rounded. */
export function triangle(drawnIn: number, round: number): string {
  const share = 1 - drawnIn / INRADIUS;
  const corners = CORNERS.map(({ x, y }) => ({ x: x * share, y: y * share }));
  return rounded(corners, round);
}

/** The hexagon, so far beyond the cells. */
export function hexagon(beyond: number, round = 0): string {
  const radius = EDGE_SHAPE * SIDE_PX + (beyond * 2) / Math.sqrt(3);
  return rounded(
    range(0, CORNERS_SHAPE).map((corner) => polar(radius, corner * 60)),
    round,
  );
}

/** The six big triangles that share the centre, clockwise from the one at the upper left. */
export function sectorOutline(sector: number): string {
  const corners = [180, 240].map((from) => polar(EDGE_SHAPE * SIDE_PX, from + sector * 60));
  return `M0 0L${corners.map(show).join('L')}Z`;
}

export interface Seat {
  /** Where a devil's tail enters the board, and next to it the tail end, as points on the rim. */
  readonly body: Spot;
  readonly end: Spot;
  /** Straight out of the board, in degrees clockwise from the top. */
  readonly out: number;
}

export function seatAt([cell, body, end]: Perch): Seat {
  return {
    body: onBoard(cell, crossing(body)),
    end: onBoard(cell, crossing(end)),
    out: (body >> 1) * 120 + 180 + (pointsUp(cell) ? 0 : 180),
  };
}

/** So far from a spot in a direction, in degrees clockwise from the top. */
export function towards({ x, y }: Spot, degrees: number, far: number): Spot {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return { x: x + far * Math.cos(angle), y: y + far * Math.sin(angle) };
}

export function show({ x, y }: Spot): string {
  return `${String(Math.round(x * 100) / 100)} ${String(Math.round(y * 100) / 100)}`;
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

function polar(radius: number, degrees: number): Spot {
  const angle = (degrees * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

function between(one: Spot, other: Spot, share: number): Spot {
  return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share };
}

function bezier(p0: Spot, p1: Spot, p2: Spot, p3: Spot, t: number): Spot {
  const a = between(between(p0, p1, t), between(p1, p2, t), t);
  const b = between(between(p1, p2, t), between(p2, p3, t), t);
  return between(a, b, t);
}

function rounded(corners: readonly Spot[], round: number): string {
  if (round === 0) return `M${corners.map(show).join('L')}Z`;
  const parts = corners.map((corner, at) => {
    const before = corners.at(at - 1) ?? corner;
    const after = corners[(at + 1) % corners.length] ?? corner;
    const length = Math.hypot(after.x - corner.x, after.y - corner.y);
    const from = between(corner, before, round / length);
    return `${at === 0 ? 'M' : 'L'}${show(from)}Q${show(corner)} ${show(between(corner, after, round / length))}`;
  });
  return `${parts.join('')}Z`;
}
