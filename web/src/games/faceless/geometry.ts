// Where things lie: places by number as the view has them, in units of a hundred to a space, y downwards.

import type { Content } from "../../stage/board.ts";

export const PITCH = 100;
export const AWAY = -1;
const HALF_ROOT_OF_THREE = Math.sqrt(3) / 2;

export interface Point {
  readonly x: number;
  readonly y: number;
}

type Axial = readonly [number, number];

interface Printed {
  readonly spaces: readonly Axial[];
  readonly external: readonly Axial[];
  readonly side: readonly { readonly id: string; readonly obstacle_symbols: readonly Axial[] }[];
}

interface Token {
  readonly cells: readonly Axial[];
  readonly memory_symbols: readonly Axial[];
}

/** East, then counter-clockwise, as the game numbers them. */
const DIRECTIONS: readonly Axial[] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

const made = new WeakMap<Content, Geometry>();

/** The geometry of a table's content, made once. */
export function geometryOf(content: Content): Geometry {
  const known = made.get(content) ?? new Geometry(content);
  made.set(content, known);
  return known;
}

export class Geometry {
  /** Every place: the spaces first, then the external ones. */
  readonly places: readonly Point[];
  /** How many of the places are spaces of the field. */
  readonly size: number;
  private readonly cells: readonly Axial[];
  private readonly index: ReadonlyMap<string, number>;
  private readonly sides: Printed["side"];
  private readonly obstacles: readonly Token[];

  constructor(content: Content) {
    const { spaces, external, side } = content.board as Printed;
    this.sides = side;
    this.obstacles = (content.obstacle ?? []) as readonly Token[];
    this.size = spaces.length;
    this.cells = [...spaces, ...external];
    this.places = this.cells.map(pointOf);
    this.index = new Map(this.cells.map(([q, r], place) => [`${q},${r}`, place]));
  }

  /** The spaces that the board prints an Obstacle symbol on, on one of its sides. */
  symbols(side: string): number[] {
    const found = this.sides.find(({ id }) => id === side)?.obstacle_symbols ?? [];
    return found.map(([q, r]) => this.index.get(`${q},${r}`) ?? AWAY).filter((space) => space !== AWAY);
  }

  at(place: number): Point {
    return this.places[place] ?? { x: 0, y: 0 };
  }

  /** The place beside another in a direction, or AWAY where nothing is drawn. */
  beside(place: number, direction: number): number {
    const cell = this.cells[place];
    const step = DIRECTIONS[direction];
    if (!cell || !step) return AWAY;
    return this.index.get(`${cell[0] + step[0]},${cell[1] + step[1]}`) ?? AWAY;
  }

  /** The direction from one space to the next; null if they are not side by side. */
  direction(from: number, to: number): number | null {
    const found = DIRECTIONS.findIndex((_, direction) => this.beside(from, direction) === to);
    return found < 0 ? null : found;
  }

  /** How many steps two places are apart, and where the second lies from the first, of eight winds counter-clockwise from east. */
  way(from: number, to: number): { steps: number; wind: number } {
    const [one, other] = [this.cells[from] ?? [0, 0], this.cells[to] ?? [0, 0]];
    const [q, r] = [other[0] - one[0], other[1] - one[1]];
    return { steps: Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)), wind: Math.round(bearing(this.at(from), this.at(to)) / 45) % 8 };
  }

  areNear(one: number, other: number): boolean {
    return DIRECTIONS.some((_, direction) => this.beside(one, direction) === other);
  }

  /** Every way to lay an Obstacle over one symbol of a side, by the spaces it covers, as the game numbers them. */
  layings(obstacle: number, side: string): readonly (readonly number[])[] {
    const symbols = this.symbols(side);
    const { cells, memory_symbols } = this.obstacles[obstacle] ?? { cells: [], memory_symbols: [] };
    const found = new Map<string, number[]>();
    for (let times = 0; times < DIRECTIONS.length; times++) {
      for (const [q, r] of this.cells.slice(0, this.size)) {
        const put = (offsets: readonly Axial[]) =>
          offsets
            .map((offset) => turned(offset, times))
            .map(([dq, dr]) => this.index.get(`${q + dq},${r + dr}`) ?? AWAY)
            .sort((one, other) => one - other);
        const spaces = put(cells);
        const isOnField = spaces.every((space) => space !== AWAY && space < this.size);
        const key = `${spaces} ${put(memory_symbols)}`;
        if (isOnField && spaces.filter((space) => symbols.includes(space)).length === 1 && !found.has(key)) found.set(key, spaces);
      }
    }
    return [...found.values()];
  }
}

/** An offset, counter-clockwise in steps of 60 degrees. */
function turned(cell: Axial, times: number): Axial {
  return times === 0 ? cell : turned([-cell[1], cell[0] + cell[1]], times - 1);
}

function pointOf([q, r]: Axial): Point {
  return { x: PITCH * (q + r / 2), y: -PITCH * HALF_ROOT_OF_THREE * r };
}

/** The point so far away in a direction, in degrees counter-clockwise from east. */
export function towards({ x, y }: Point, degrees: number, distance: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: x + distance * Math.cos(angle), y: y - distance * Math.sin(angle) };
}

/** The degrees from one point to another, counter-clockwise from east. */
export function bearing(from: Point, to: Point): number {
  return ((Math.atan2(from.y - to.y, to.x - from.x) * 180) / Math.PI + 360) % 360;
}

/** The smallest turn from one heading to another, from -180 up to 180. */
export function turn(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}
