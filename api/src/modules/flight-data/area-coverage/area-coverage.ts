import {
  areaExtent,
  areaSize,
  equalAreaPlane,
  GAP_POINTS_MAX,
  polygonsOf,
  type EqualAreaPlane,
  type JobArea,
  type Position,
  type Ring,
} from '@dps/contract';
import { CoverageGrid } from './coverage-grid.ts';
import { footprints, type FlownTrack } from './footprints.ts';
import { gapOutlines } from './gap-outlines.ts';

/** The cells of one polygon: more rows than columns, because only the ends of a row are exact. */
const ROWS = 1024;
const COLUMNS = 256;
const LEGS_OF_STEP = 50;

interface PolygonCoverage {
  squareMeters: number;
  plane: EqualAreaPlane;
  grid: CoverageGrid;
}

/** Degrees to 6 decimals, a decimetre. */
const rounded = (position: readonly number[]): Position => position.map((each) => Number(each.toFixed(6)));

function coverageOf(rings: readonly Ring[], share: number): PolygonCoverage {
  const polygon = { type: 'Polygon', coordinates: rings } as const;
  const { west, south, east, north } = areaExtent(polygon);
  const plane = equalAreaPlane((west + east) / 2, (south + north) / 2);
  const points = rings.map((ring) => ring.map(([x = NaN, y = NaN]) => plane.project(x, y)));
  return {
    squareMeters: areaSize(polygon),
    plane,
    grid: new CoverageGrid(points, ROWS / share, COLUMNS / share),
  };
}

/**
 * The part of an area that the cameras of flights saw: see `footprints`. Each polygon of the area has an equal-area plane of its own,
 * because polygons may be far from each other.
 */
export class AreaCoverage {
  private readonly polygons: readonly PolygonCoverage[];

  constructor(area: JobArea) {
    const polygons = polygonsOf(area);
    // A power of two, at most 4: it divides the cells, whose number is about that of one polygon.
    const share = 2 ** Math.ceil(Math.log2(Math.sqrt(polygons.length)));
    this.polygons = polygons.map((rings) => coverageOf(rings, share));
  }

  /** Adds the ground of a flight, in steps of a few milliseconds. */
  *add(flight: FlownTrack): Generator<void> {
    for (const { plane, grid } of this.polygons) {
      let legs = 0;
      for (const polygon of footprints(flight, plane)) {
        grid.cover(polygon);
        legs += 1;
        if (legs % LEGS_OF_STEP === 0) yield;
      }
    }
  }

  /** Returns the size of the area and of its covered part in square metres, and the outlines of the rest: see `gapOutlines`. */
  result(): { squareMeters: number; coveredSquareMeters: number; gaps: Ring[] } {
    const most = Math.floor(GAP_POINTS_MAX / this.polygons.length);
    return {
      squareMeters: this.polygons.reduce((sum, { squareMeters }) => sum + squareMeters, 0),
      coveredSquareMeters: this.polygons.reduce(
        (sum, { squareMeters, grid }) => sum + squareMeters * grid.coveredShare(),
        0,
      ),
      gaps: this.polygons.flatMap(({ plane, grid }) =>
        gapOutlines(grid, most).map((outline) =>
          [...outline, ...outline.slice(0, 1)].map((point) => rounded(plane.unproject(point))),
        ),
      ),
    };
  }
}
