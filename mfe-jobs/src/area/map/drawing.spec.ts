import { areaFault, vertexOfFault, type Position } from '@dps/contract';
import {
  areaOfDrawing,
  changeDrawing,
  drawingOf,
  toPosition,
  type DrawingAction,
  type DrawingHistory,
} from './drawing.ts';

const start: DrawingHistory = { now: drawingOf(null), past: [] };
const draw = (actions: readonly DrawingAction[], from = start) => actions.reduce(changeDrawing, from);
const add = (...positions: Position[]): DrawingAction[] =>
  positions.map((position) => ({ type: 'add', position }));
const FINISH: DrawingAction = { type: 'finish' };
const startRing = (kind: 'border' | 'hole'): DrawingAction => ({ type: 'start', kind });
const ringsOf = (history: DrawingHistory) => history.now.rings.map(({ vertices }) => vertices);

const TRIANGLE = add([0, 0], [4, 0], [4, 4]);
const HOLE = add([3, 1], [3.5, 1], [3.5, 1.5]);
const OTHER = add([10, 0], [14, 0], [14, 4]);

describe('[MAP-2] a drawing', () => {
  it('becomes an area with its third vertex, and closed rings', () => {
    expect(areaOfDrawing(draw(TRIANGLE.slice(0, 2)).now).area).toBeNull();
    expect(areaOfDrawing(draw(TRIANGLE).now).area).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 0],
        ],
      ],
    });
  });

  it('has several polygons, each with the holes that start in it', () => {
    const { now } = draw([...TRIANGLE, startRing('border'), ...OTHER, startRing('hole'), ...HOLE, FINISH]);
    const { area, order } = areaOfDrawing(now);
    expect(area?.coordinates.map((polygon) => polygon.length)).toEqual([2, 1]);
    expect(order).toEqual([0, 2, 1]);
    if (!area) throw new Error('Expected an area');
    expect(drawingOf(area).rings.map(({ kind }) => kind)).toEqual(['border', 'hole', 'border']);
  });

  it('keeps a hole outside all borders, whose fault names its vertex', () => {
    const { area, order } = areaOfDrawing(draw([...TRIANGLE, startRing('hole'), ...OTHER]).now);
    const named = vertexOfFault((area && areaFault(area)) ?? '');
    expect(named).toEqual({ ring: 1, vertex: 0 });
    expect(order[named?.ring ?? -1]).toBe(1);
  });

  it.each<[string, DrawingAction[], Position[][]]>([
    [
      'moves a vertex',
      [{ type: 'move', at: { ring: 0, vertex: 1 }, position: [5, 0] }],
      [
        [
          [0, 0],
          [5, 0],
          [4, 4],
        ],
      ],
    ],
    [
      'inserts a vertex',
      [{ type: 'insert', at: { ring: 0, vertex: 1 }, position: [2, -1] }],
      [
        [
          [0, 0],
          [2, -1],
          [4, 0],
          [4, 4],
        ],
      ],
    ],
    [
      'removes a ring with its third last vertex',
      [FINISH, { type: 'delete', at: { ring: 0, vertex: 0 } }],
      [[]],
    ],
    [
      'keeps an open ring',
      [{ type: 'delete', at: { ring: 0, vertex: 0 } }],
      [
        [
          [4, 0],
          [4, 4],
        ],
      ],
    ],
    ['removes a ring', [FINISH, { type: 'deleteRing', ring: 0 }], [[]]],
    [
      'adds no vertex to a finished ring',
      [FINISH, ...add([9, 9])],
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
        ],
      ],
    ],
    [
      'removes an open ring without three vertices',
      [startRing('border'), ...add([9, 9]), FINISH],
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
        ],
      ],
    ],
  ])('%s', (_case, actions, expected) => {
    const changed = draw([...TRIANGLE, ...actions]);
    expect(ringsOf(changed)).toEqual(expected);
  });

  it('undoes each change, and no selection alone', () => {
    const drawn = draw([...TRIANGLE, { type: 'select', at: { ring: 0, vertex: 0 } }]);
    expect(ringsOf(draw([{ type: 'undo' }], drawn))).toEqual([
      [
        [0, 0],
        [4, 0],
      ],
    ]);
    const undone = draw([{ type: 'undo' }, { type: 'undo' }, { type: 'undo' }, { type: 'undo' }], drawn);
    expect(undone.now).toEqual(start.now);
  });

  it('selects the next vertex around all rings', () => {
    const drawn = draw([...TRIANGLE, startRing('border'), ...OTHER]);
    expect(drawn.now.selected).toEqual({ ring: 1, vertex: 2 });
    expect(draw([{ type: 'next' }], drawn).now.selected).toEqual({ ring: 0, vertex: 0 });
    expect(
      draw(
        Array.from({ length: 4 }, (): DrawingAction => ({ type: 'next' })),
        drawn,
      ).now.selected,
    ).toEqual({
      ring: 1,
      vertex: 0,
    });
  });
});

it('rounds a position to 10 cm, within the range of longitudes', () => {
  expect(toPosition(190, 30.123_456_78)).toEqual([180, 30.123_457]);
});
