import { areaFault } from './area-faults.ts';
import type { JobArea, Position, Ring } from './job-area.ts';

/** Degrees of about a metre. */
const METER = 1e-5;

const closed = (vertices: Position[]): Ring => [...vertices, vertices[0] ?? []];
/** A rectangle near Austin, Texas. All numbers are about metres from one place. */
const box = (west: number, south: number, east: number, north: number): Ring =>
  closed(
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ].map(([x = 0, y = 0]) => [-97.75 + x * METER, 30.26 + y * METER]),
  );
const near = (...vertices: [number, number][]): Ring =>
  closed(vertices.map(([x, y]) => [-97.75 + x * METER, 30.26 + y * METER]));
const polygon = (...rings: Ring[]): JobArea => ({ type: 'Polygon', coordinates: rings });
const polygons = (...coordinates: Ring[][]): JobArea => ({ type: 'MultiPolygon', coordinates });

/** A regular polygon with 200 m radius. */
const circle = (vertices: number): Ring =>
  near(
    ...Array.from({ length: vertices }, (_, index): [number, number] => {
      const angle = (2 * Math.PI * index) / vertices;
      return [200 * Math.cos(angle), 200 * Math.sin(angle)];
    }),
  );
/** A square on the equator: `size` is its side in metres. */
const square = (size: number): Ring => {
  const [east, north] = [size / 111_319.491, size / 110_574.276];
  return closed([
    [0, 0],
    [east, 0],
    [east, north],
    [0, north],
  ]);
};

describe('areaFault', () => {
  it.each<[string, JobArea]>([
    ['a rectangle', polygon(box(0, 0, 300, 300))],
    ['a clockwise rectangle', polygon(box(0, 0, 300, 300).toReversed())],
    ['a triangle', polygon(near([0, 0], [300, 0], [0, 300]))],
    ['an outline with a straight vertex', polygon(near([0, 0], [100, 0], [300, 0], [0, 300]))],
    ['holes', polygon(box(0, 0, 300, 300), box(10, 10, 50, 50), box(60, 60, 90, 90))],
    ['several polygons', polygons([box(0, 0, 100, 100)], [box(200, 0, 300, 100)])],
    [
      'an island in a hole',
      polygons([box(0, 0, 300, 300), box(50, 50, 250, 250)], [box(100, 100, 200, 200)]),
    ],
    ['500 vertices', polygon(circle(500))],
    [
      '10 rings',
      polygons(...Array.from({ length: 10 }, (_, index) => [box(index * 20, 0, index * 20 + 15, 15)])),
    ],
    ['100 m²', polygon(square(10.01))],
    ['500 km²', polygon(square(22_360))],
    [
      'an area that is split at the date line',
      polygons(
        [
          closed([
            [179.99, 0],
            [180, 0],
            [180, 0.01],
            [179.99, 0.01],
          ]),
        ],
        [
          closed([
            [-180, 0],
            [-179.99, 0],
            [-179.99, 0.01],
            [-180, 0.01],
          ]),
        ],
      ),
    ],
  ])('[AREA-2] accepts %s', (_what, area) => {
    expect(areaFault(area)).toBeNull();
  });

  it.each<[string, JobArea, string]>([
    [
      'a bow tie',
      polygon(near([0, 0], [300, 300], [300, 0], [0, 300])),
      'Vertex 3 of ring 1 starts a line that crosses or touches the line from vertex 1 of ring 1',
    ],
    [
      'a border that touches itself',
      polygon(near([0, 0], [300, 0], [300, 300], [150, 0], [0, 300])),
      'Vertex 4 of ring 1 starts a line that crosses or touches the line from vertex 1 of ring 1',
    ],
    [
      'a hole outside',
      polygon(box(0, 0, 300, 300), box(400, 0, 450, 50)),
      'Vertex 1 of ring 2 is outside ring 1, and a hole must be inside it',
    ],
    [
      'a hole around its border',
      polygon(box(0, 0, 100, 100), box(-50, -50, 200, 200)),
      'Vertex 1 of ring 2 is outside ring 1, and a hole must be inside it',
    ],
    [
      'a hole across the border',
      polygon(box(0, 0, 300, 300), box(250, 100, 350, 200)),
      'Vertex 1 of ring 2 starts a line that crosses or touches the line from vertex 2 of ring 1',
    ],
    [
      'a hole in a hole',
      polygon(box(0, 0, 300, 300), box(10, 10, 200, 200), box(50, 50, 90, 90)),
      'Vertex 1 of ring 3 is inside ring 2: holes must not overlap',
    ],
    [
      'a polygon in another one',
      polygons([box(0, 0, 300, 300)], [box(50, 50, 90, 90)]),
      'Vertex 1 of ring 2 is inside ring 1: polygons must not overlap',
    ],
    [
      'the same polygon twice',
      polygons([box(0, 0, 300, 300)], [box(0, 0, 300, 300)]),
      'Vertex 1 of ring 2 starts a line that crosses or touches the line from vertex 1 of ring 1',
    ],
    [
      'a duplicate vertex',
      polygon(near([0, 0], [300, 0], [300, 0], [0, 300])),
      'Vertex 3 of ring 1 repeats the vertex before it',
    ],
    [
      'a first vertex at the end',
      polygon(near([0, 0], [300, 0], [0, 300], [0, 0])),
      'Vertex 1 of ring 1 repeats the vertex before it',
    ],
    [
      'a spike',
      polygon(near([0, 0], [300, 0], [600, 0], [300, 0], [0, 300])),
      'Vertex 3 of ring 1 is the end of a spike: the border goes back along the same line',
    ],
    [
      'three vertices on a line',
      polygon(
        closed([
          [10, 20],
          [10, 20.25],
          [10, 20.5],
        ]),
      ),
      'Vertex 1 of ring 1 is the end of a spike: the border goes back along the same line',
    ],
    [
      'NaN',
      polygon(
        closed([
          [0, 0],
          [0.01, 0],
          [0.01, 0.01],
          [NaN, 0.01],
        ]),
      ),
      'Vertex 4 of ring 1 is not a longitude and a latitude in degrees',
    ],
    [
      'an infinite coordinate in a hole',
      polygon(
        box(0, 0, 300, 300),
        closed([
          [0, 0],
          [0, Infinity],
          [1, 1],
        ]),
      ),
      'Vertex 2 of ring 2 is not a longitude and a latitude in degrees',
    ],
    [
      'a missing latitude',
      polygon(closed([[0, 0], [0.01], [0.01, 0.01]])),
      'Vertex 2 of ring 1 is not a longitude and a latitude in degrees',
    ],
    [
      'a height',
      polygon(
        closed([
          [0, 0],
          [0.01, 0, 12],
          [0.01, 0.01],
        ]),
      ),
      'Vertex 2 of ring 1 is not a longitude and a latitude in degrees',
    ],
    [
      '181°',
      polygon(
        closed([
          [180, 0],
          [181, 0],
          [181, 0.01],
        ]),
      ),
      'Vertex 2 of ring 1: the longitude is not from -180° to 180°',
    ],
    [
      'a latitude of 91°',
      polygon(
        closed([
          [10, 90],
          [10, 91],
          [11, 90],
        ]),
      ),
      'Vertex 2 of ring 1: the latitude is not from -90° to 90°',
    ],
    [
      'a ring across the date line',
      polygon(
        closed([
          [179.99, 0],
          [-179.99, 0],
          [-179.99, 0.01],
          [179.99, 0.01],
        ]),
      ),
      'Ring 1 spans more than 180° of longitude. Split an area that crosses the date line into one polygon on each side',
    ],
    ['501 vertices', polygon(circle(501)), 'Ring 1 has 501 vertices. The maximum is 500'],
    [
      '11 rings',
      polygons(...Array.from({ length: 11 }, (_, index) => [box(index * 20, 0, index * 20 + 15, 15)])),
      'The area has 11 rings. The maximum is 10',
    ],
    ['99 m²', polygon(square(9.95)), 'The area has 99 m². The minimum is 100 m²'],
    [
      '501 km²',
      polygon(square(22_383)),
      'The area has 123,799 acres (50,100 ha). The maximum is 123,553 acres (50,000 ha), which is 500 km²',
    ],
    [
      'an open ring',
      polygon(box(0, 0, 300, 300).slice(0, -1)),
      'Ring 1 is not closed: its last position must repeat vertex 1',
    ],
    ['two vertices', polygon(near([0, 0], [300, 0])), 'Ring 1 has 2 vertices. It needs at least 3'],
    ['one vertex', polygon(near([0, 0])), 'Ring 1 has 1 vertex. It needs at least 3'],
    ['an empty ring', polygon([]), 'Ring 1 is not closed: its last position must repeat vertex 1'],
    ['no ring', polygon(), 'A polygon has no ring'],
    ['no polygon', polygons(), 'A polygon has no ring'],
  ])('[AREA-2, AREA-3] refuses %s at its ring and vertex', (_what, area, fault) => {
    expect(areaFault(area)).toBe(fault);
  });

  it('checks the largest area with the most crossings of boxes in less than a second', () => {
    const comb = (east: number): Ring =>
      near(
        ...Array.from({ length: 250 }, (_, index): [number, number] => [index % 2 ? 0 : east, index * 10]),
        ...Array.from({ length: 250 }, (_, index): [number, number] => [
          index % 2 ? -5000 : -5000 - east,
          2490 - index * 10,
        ]),
      );
    const start = performance.now();
    areaFault(polygons(...Array.from({ length: 10 }, (_, index) => [comb(1000 + index)])));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
