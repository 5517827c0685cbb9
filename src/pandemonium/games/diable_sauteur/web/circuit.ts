// Where the cells of the circuit lie: a rounded loop round the box, for any length of track and any size of screen.

export interface Point {
  x: number;
  y: number;
}

/** A closed way, clockwise from the finish line at the upper left. */
export interface Circuit {
  width: number;
  height: number;
  /** How broad the track is, and how long one of its cells. */
  broad: number;
  long: number;
  cells: number;
  /** The outline of a cell. */
  outline: (cell: number) => string;
  /** The middle of a cell; `aside` is how far from the middle line, outwards. */
  spot: (cell: number, aside?: number) => Point;
  /** A line along the track from the beginning of one cell to the end of another, `aside` of the middle line. */
  along: (from: number, to: number, aside: number) => string;
  /** The border before a cell, from the inner to the outer edge. */
  border: (cell: number) => [Point, Point];
  /** In which direction one runs at a cell, in degrees. */
  heading: (cell: number) => number;
}

/** So much room is left around the track. */
const EDGE_PX = 3;

/** How broad a track suits this room. */
export const breadth = (width: number, height: number): number =>
  Math.max(36, Math.min(100, width * 0.062, height * 0.13));

export function circuitOf(cells: number, width: number, height: number): Circuit {
  const broad = breadth(width, height);
  const radius = broad * 1.15;
  const left = EDGE_PX + broad / 2;
  const top = EDGE_PX + broad / 2;
  const right = width - left;
  const bottom = height - top;
  const across = right - left - 2 * radius;
  const down = bottom - top - 2 * radius;
  const bend = (Math.PI * radius) / 2;
  const length = 2 * (across + down) + 4 * bend;
  const long = length / cells;

  /** The sides in the order in which they are run: a straight line, then the bend that follows it. */
  const sides = [
    { straight: across, x: left + radius, y: top, angle: 0 },
    { straight: down, x: right, y: top + radius, angle: 90 },
    { straight: across, x: right - radius, y: bottom, angle: 180 },
    { straight: down, x: left, y: bottom - radius, angle: 270 },
  ];

  function where(run: number): { x: number; y: number; angle: number } {
    let rest = ((run % length) + length) % length;
    for (const side of sides) {
      const heading = (side.angle * Math.PI) / 180;
      const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
      if (rest <= side.straight) return { x: side.x + cos * rest, y: side.y + sin * rest, angle: side.angle };
      rest -= side.straight;
      if (rest <= bend) {
        const turn = rest / radius;
        const along = side.straight + radius * Math.sin(turn);
        const inwards = radius * (1 - Math.cos(turn));
        return {
          x: side.x + cos * along - sin * inwards,
          y: side.y + sin * along + cos * inwards,
          angle: side.angle + (turn * 180) / Math.PI,
        };
      }
      rest -= bend;
    }
    return { x: left + radius, y: top, angle: 0 };
  }

  function point(run: number, aside = 0): Point {
    const { x, y, angle } = where(run);
    const outwards = ((angle - 90) * Math.PI) / 180;
    return { x: x + Math.cos(outwards) * aside, y: y + Math.sin(outwards) * aside };
  }

  function line(from: number, to: number, aside: number): Point[] {
    const pieces = Math.max(1, Math.ceil(Math.abs(to - from) / 7));
    return Array.from({ length: pieces + 1 }, (_, nth) => point(from + ((to - from) * nth) / pieces, aside));
  }

  return {
    width,
    height,
    broad,
    long,
    cells,
    outline: (cell) => {
      const [from, to] = [cell * long, (cell + 1) * long];
      return `${drawn([...line(from, to, broad / 2), ...line(to, from, -broad / 2)])}Z`;
    },
    spot: (cell, aside = 0) => point((cell + 0.5) * long, aside),
    along: (from, to, aside) => drawn(line(from * long, (to + 1) * long, aside)),
    border: (cell) => [point(cell * long, -broad / 2), point(cell * long, broad / 2)],
    heading: (cell) => where((cell + 0.5) * long).angle,
  };
}

function drawn(points: readonly Point[]): string {
  return points.map(({ x, y }, nth) => `${nth === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
