import { polygonArea, type PlanePoint } from '@dps/contract';
import type { CoverageGrid } from './coverage-grid.ts';

/** Blocks on each side of the grid, by which gaps are drawn. */
const BLOCKS = 128;
/** In blocks: smaller parts of gaps are not drawn, and outlines may differ by about a block. */
const SMALLEST_AREA = 2;
const TOLERANCE = 1.05;

/** Returns which blocks are mostly not covered, as the rows of a square. */
function openBlocks(grid: CoverageGrid): boolean[][] {
  const { rows, columns } = grid.bounds;
  const side = Math.min(BLOCKS, columns, rows);
  const [height, width] = [rows / side, columns / side];
  return Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (__, column) => {
      const { inside, open } = grid.countBlock(row * height, column * width, height, width);
      return open > 0 && open * 2 >= inside;
    }),
  );
}

/** Returns the sides between open blocks and others, by their starts, with the open block on the left. */
function sidesOf(blocks: readonly (readonly boolean[])[]): Map<number, PlanePoint[]> {
  const stride = blocks.length + 1;
  const sides = new Map<number, PlanePoint[]>();
  const add = (x: number, y: number, to: PlanePoint) => {
    const key = y * stride + x;
    sides.set(key, [...(sides.get(key) ?? []), to]);
  };
  for (const [y, row] of blocks.entries()) {
    for (const [x, isOpen] of row.entries()) {
      if (!isOpen) continue;
      if (!blocks[y - 1]?.[x]) add(x, y, { x: x + 1, y });
      if (!row[x + 1]) add(x + 1, y, { x: x + 1, y: y + 1 });
      if (!blocks[y + 1]?.[x]) add(x + 1, y + 1, { x, y: y + 1 });
      if (!row[x - 1]) add(x, y + 1, { x, y });
    }
  }
  return sides;
}

/** Returns the outlines of open blocks as closed loops, whose first point is not repeated. */
function loopsOf(blocks: readonly (readonly boolean[])[]): PlanePoint[][] {
  const stride = blocks.length + 1;
  const sides = sidesOf(blocks);
  const loops: PlanePoint[][] = [];
  for (const start of sides.keys()) {
    for (;;) {
      const loop: PlanePoint[] = [];
      for (let key = start; ;) {
        const to = sides.get(key)?.pop();
        if (!to) break;
        loop.push(to);
        key = to.y * stride + to.x;
      }
      if (loop.length === 0) break;
      loops.push(loop);
    }
  }
  return loops;
}

/** The distance of a point from the line through two others; from the first one if both are equal. */
function offLine(point: PlanePoint, from: PlanePoint, to: PlanePoint): number {
  const [east, north] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(east, north);
  if (length === 0) return Math.hypot(point.x - from.x, point.y - from.y);
  return Math.abs((point.x - from.x) * north - (point.y - from.y) * east) / length;
}

/** Simplifies a line within `TOLERANCE` (Douglas and Peucker, Cartographica 10, 1973), without its last point. */
function simplify(line: readonly PlanePoint[]): PlanePoint[] {
  const [from, to] = [line[0], line.at(-1)];
  if (!from || !to || line.length < 3) return line.slice(0, -1);
  const distances = line.map((point) => offLine(point, from, to));
  const worst = distances.reduce((best, each, index) => (each > (distances[best] ?? 0) ? index : best), 0);
  if ((distances[worst] ?? 0) <= TOLERANCE) return [from];
  return [...simplify(line.slice(0, worst + 1)), ...simplify(line.slice(worst))];
}

/** Simplifies a closed loop. */
const simplifyLoop = ([first = { x: 0, y: 0 }, ...more]: readonly PlanePoint[]) =>
  simplify([first, ...more, first]);

/**
 * Returns the outlines of the parts that are not covered in metres, the largest first, to be filled by the even-odd rule. They reach
 * over the border by a part of a block, so a drawing clips them.
 *
 * @param most the maximum number of points of all outlines
 */
export function gapOutlines(grid: CoverageGrid, most: number): PlanePoint[][] {
  const blocks = openBlocks(grid);
  const { west, south, width, height } = grid.bounds;
  const outlines = loopsOf(blocks)
    .filter((loop) => polygonArea(loop) >= SMALLEST_AREA)
    .toSorted((a, b) => polygonArea(b) - polygonArea(a))
    .map(simplifyLoop)
    .filter((loop) => loop.length > 2);
  let points = 0;
  return outlines
    .filter((loop) => (points += loop.length) <= most)
    .map((loop) =>
      loop.map(({ x, y }) => ({
        x: west + (x * width) / blocks.length,
        y: south + (y * height) / blocks.length,
      })),
    );
}
