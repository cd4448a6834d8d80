import { convexHull, type PlanePoint } from '@dps/contract';

/** The bounds of a grid in metres, and its cells. */
export interface GridBounds {
  west: number;
  south: number;
  width: number;
  height: number;
  rows: number;
  columns: number;
}

/** The fractions of the multiples of these numbers are spread evenly, so that no pattern of flight lines has the period of the grid. */
const ROW_SPREAD = 0.618_033_988_749_895;
const COLUMN_SPREAD = 0.754_877_666_246_693;
const fraction = (value: number) => value - Math.floor(value);

const lowest = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value), Infinity);
const highest = (values: readonly number[]) =>
  values.reduce((high, value) => Math.max(high, value), -Infinity);

/**
 * A polygon with holes as sample points, one in each cell of a grid, of which polygons cover some. An edge moves the result by a part of
 * a row at most, so the covered share is right within a few tenths of a percent.
 */
export class CoverageGrid {
  readonly bounds: GridBounds;
  private readonly inside: Uint8Array;
  private readonly covered: Uint8Array;
  /** The y of each row, and the part of a column by which its samples are east of their cells. */
  private readonly ys: Float64Array;
  private readonly offsets: Float64Array;
  /** The least and the greatest x of a polygon in each row, while it covers them. */
  private readonly first: Float64Array;
  private readonly last: Float64Array;

  /** @param rings the border of the polygon, and its holes, in metres */
  constructor(rings: readonly (readonly PlanePoint[])[], rows: number, columns: number) {
    const points = rings.flat();
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [west, south] = [lowest(xs), lowest(ys)];
    const [width, height] = [highest(xs) - west, highest(ys) - south];
    this.bounds = { west, south, width, height, rows, columns };
    this.inside = new Uint8Array(rows * columns);
    this.covered = new Uint8Array(rows * columns);
    this.ys = Float64Array.from(
      { length: rows },
      (_, row) => south + ((row + fraction(row * ROW_SPREAD)) * height) / rows,
    );
    this.offsets = Float64Array.from({ length: rows }, (_, row) => fraction(row * COLUMN_SPREAD));
    this.first = new Float64Array(rows).fill(Infinity);
    this.last = new Float64Array(rows).fill(-Infinity);
    this.fillInside(rings);
  }

  /** Covers the convex hull of points. */
  cover(points: readonly PlanePoint[]): void {
    const { west, south, width, height } = this.bounds;
    const isOutside =
      points.every(({ x }) => x < west) ||
      points.every(({ x }) => x > west + width) ||
      points.every(({ y }) => y < south) ||
      points.every(({ y }) => y > south + height);
    if (isOutside) return;
    const { first, last } = this;
    let [top, bottom] = [-1, this.bounds.rows];
    this.cross([convexHull(points)], (row, x) => {
      first[row] = Math.min(first[row] ?? x, x);
      last[row] = Math.max(last[row] ?? x, x);
      top = Math.max(top, row);
      bottom = Math.min(bottom, row);
    });
    for (let row = bottom; row <= top; row += 1) {
      this.fillRow(this.covered, row, first[row] ?? NaN, last[row] ?? NaN);
      first[row] = Infinity;
      last[row] = -Infinity;
    }
  }

  /** Returns the share of the polygon that is covered, 0 to 1. */
  coveredShare(): number {
    const { inside, open } = this.countBlock(0, 0, this.bounds.rows, this.bounds.columns);
    return inside && (inside - open) / inside;
  }

  /** Returns how many samples of a block of cells are in the polygon, and how many of those are not covered. */
  countBlock(row: number, column: number, rows: number, columns: number): { inside: number; open: number } {
    let [inside, open] = [0, 0];
    for (let y = row; y < row + rows; y += 1) {
      for (let x = column; x < column + columns; x += 1) {
        const cell = y * this.bounds.columns + x;
        if (!this.inside[cell]) continue;
        inside += 1;
        if (!this.covered[cell]) open += 1;
      }
    }
    return { inside, open };
  }

  /** Samples are in the polygon by the even-odd rule, which leaves out its holes. */
  private fillInside(rings: readonly (readonly PlanePoint[])[]): void {
    const crossings = Array.from(this.ys, (): number[] => []);
    this.cross(rings, (row, x) => crossings[row]?.push(x));
    for (const [row, unsorted] of crossings.entries()) {
      const xs = unsorted.toSorted((a, b) => a - b);
      for (let pair = 0; pair + 1 < xs.length; pair += 2)
        this.fillRow(this.inside, row, xs[pair] ?? NaN, xs[pair + 1] ?? NaN);
    }
  }

  /** Visits where the edges of rings cross rows: the row, and the x of the crossing. */
  private cross(rings: readonly (readonly PlanePoint[])[], visit: (row: number, x: number) => void): void {
    const { south, height, rows } = this.bounds;
    const { ys } = this;
    for (const ring of rings) {
      for (const [index, to] of ring.entries()) {
        const from = ring.at(index - 1) ?? to;
        const [low, high] = from.y < to.y ? [from, to] : [to, from];
        const slope = (high.x - low.x) / (high.y - low.y);
        let row = Math.max(0, Math.floor(((low.y - south) * rows) / height));
        while ((ys[row] ?? Infinity) < low.y) row += 1;
        for (let y = ys[row] ?? Infinity; y < high.y; row += 1, y = ys[row] ?? Infinity)
          visit(row, low.x + (y - low.y) * slope);
      }
    }
  }

  private fillRow(cells: Uint8Array, row: number, from: number, to: number): void {
    const { west, width, columns } = this.bounds;
    const offset = this.offsets[row] ?? 0;
    const first = Math.max(0, Math.ceil(((from - west) * columns) / width - offset));
    const last = Math.min(columns - 1, Math.floor(((to - west) * columns) / width - offset));
    if (last >= first) cells.fill(1, row * columns + first, row * columns + last + 1);
  }
}
