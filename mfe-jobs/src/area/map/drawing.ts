import { isInRing, polygonsOf, type JobArea, type Position } from '@dps/contract';

/** A ring of a drawing, which need not be complete. Its first vertex is not repeated. */
export interface DrawnRing {
  kind: 'border' | 'hole';
  vertices: readonly Position[];
}

/** A vertex by the index of its ring and its own index. */
export interface VertexRef {
  ring: number;
  vertex: number;
}

export interface Drawing {
  rings: readonly DrawnRing[];
  /** The ring that gets the next vertex; null while none is drawn. */
  open: number | null;
  selected: VertexRef | null;
}

/** A drawing with the ones before it, the last one at the end. */
export interface DrawingHistory {
  now: Drawing;
  past: readonly Drawing[];
}

export type DrawingAction =
  | { type: 'start'; kind: DrawnRing['kind'] }
  | { type: 'add'; position: Position }
  | { type: 'finish' }
  | { type: 'move'; at: VertexRef; position: Position }
  | { type: 'insert'; at: VertexRef; position: Position }
  | { type: 'delete'; at: VertexRef }
  | { type: 'deleteRing'; ring: number }
  | { type: 'select'; at: VertexRef | null }
  | { type: 'next' }
  | { type: 'undo' };

const MIN_VERTICES = 3;
const MOST_UNDO = 100;
/** 10 cm, which is finer than a screen. */
const DECIMALS = 1e6;

/** Returns a position on the map as one of an area: rounded, and in the range of longitudes. */
export function toPosition(longitude: number, latitude: number): Position {
  const round = (value: number) => Math.round(value * DECIMALS) / DECIMALS;
  return [round(Math.max(-180, Math.min(180, longitude))), round(latitude)];
}

/** Returns the drawing of an area, or an empty one that expects the first vertex. */
export function drawingOf(area: JobArea | null): Drawing {
  const rings = area
    ? polygonsOf(area).flatMap((polygon) =>
        polygon.map((ring, index): DrawnRing => {
          return { kind: index === 0 ? 'border' : 'hole', vertices: ring.slice(0, -1) };
        }),
      )
    : [];
  const empty: DrawnRing = { kind: 'border', vertices: [] };
  return rings.length > 0
    ? { rings, open: null, selected: null }
    : { rings: [empty], open: 0, selected: null };
}

/** The complete rings of a drawing as an area, and the index of the drawn ring of each ring of the area, in its order. */
export interface DrawnArea {
  area: JobArea | null;
  order: readonly number[];
}

/** Returns the area of a drawing. A hole belongs to the border around its first vertex, or else to the last one before it. */
export function areaOfDrawing({ rings }: Drawing): DrawnArea {
  const complete = rings.flatMap((ring, index) =>
    ring.vertices.length >= MIN_VERTICES
      ? [{ kind: ring.kind, index, closed: [...ring.vertices, ring.vertices[0] ?? []] }]
      : [],
  );
  const polygons = complete.filter(({ kind }) => kind === 'border').map((border) => [border]);
  for (const hole of complete.filter(({ kind }) => kind === 'hole')) {
    const [start = []] = hole.closed;
    const around = polygons.find(([border]) => border && isInRing(start, border.closed));
    const before = polygons.findLast(([border]) => border && border.index < hole.index);
    (around ?? before)?.push(hole);
  }
  const order = polygons.flat().map(({ index }) => index);
  const coordinates = polygons.map((polygon) => polygon.map(({ closed }) => closed));
  const [only] = coordinates;
  if (!only) return { area: null, order };
  if (coordinates.length === 1) return { area: { type: 'Polygon', coordinates: only }, order };
  return { area: { type: 'MultiPolygon', coordinates }, order };
}

function withVertices(drawing: Drawing, ring: number, vertices: readonly Position[]): Drawing {
  return {
    ...drawing,
    rings: drawing.rings.map((each, index) => (index === ring ? { ...each, vertices } : each)),
  };
}

/** Removes the rings without a vertex, except the open one. References to other rings must stay valid. */
function withoutRing(drawing: Drawing, ring: number): Drawing {
  const { rings, open } = drawing;
  const left = rings.filter((_ring, index) => index !== ring);
  if (left.length === 0) return drawingOf(null);
  const nextOpen = open === null || open === ring ? null : open - Number(open > ring);
  return { rings: left, open: nextOpen, selected: null };
}

/** Ends the open ring. A ring that is not complete is removed. */
function finish(drawing: Drawing): Drawing {
  const { rings, open } = drawing;
  if (open === null) return drawing;
  const isComplete = (rings[open]?.vertices.length ?? 0) >= MIN_VERTICES;
  return isComplete ? { ...drawing, open: null } : withoutRing(drawing, open);
}

/** The vertex after the selected one, around all rings. */
function nextVertex({ rings, selected }: Drawing): VertexRef | null {
  const all = rings.flatMap(({ vertices }, ring) => vertices.map((_position, vertex) => ({ ring, vertex })));
  const at = all.findIndex(({ ring, vertex }) => ring === selected?.ring && vertex === selected.vertex);
  return all[(at + 1) % all.length] ?? null;
}

function apply(drawing: Drawing, action: Exclude<DrawingAction, { type: 'undo' }>): Drawing {
  const verticesOf = (ring: number) => drawing.rings[ring]?.vertices ?? [];
  switch (action.type) {
    case 'start': {
      const ended = finish(drawing);
      // The drawing is empty: its open ring is a border, and a hole needs one.
      if (ended.open !== null) return ended;
      const rings = [...ended.rings, { kind: action.kind, vertices: [] }];
      return { rings, open: rings.length - 1, selected: null };
    }
    case 'add': {
      const { open } = drawing;
      if (open === null) return drawing;
      const vertices = [...verticesOf(open), action.position];
      const selected = { ring: open, vertex: vertices.length - 1 };
      return { ...withVertices(drawing, open, vertices), selected };
    }
    case 'finish':
      return finish(drawing);
    case 'move': {
      const { ring, vertex } = action.at;
      return {
        ...withVertices(drawing, ring, verticesOf(ring).with(vertex, action.position)),
        selected: action.at,
      };
    }
    case 'insert': {
      const { ring, vertex } = action.at;
      return {
        ...withVertices(drawing, ring, verticesOf(ring).toSpliced(vertex, 0, action.position)),
        selected: action.at,
      };
    }
    case 'delete': {
      const { ring, vertex } = action.at;
      const left = verticesOf(ring).toSpliced(vertex, 1);
      const isGone = left.length === 0 || (ring !== drawing.open && left.length < MIN_VERTICES);
      if (isGone && ring !== drawing.open) return withoutRing(drawing, ring);
      const selected = left.length === 0 ? null : { ring, vertex: Math.min(vertex, left.length - 1) };
      return { ...withVertices(drawing, ring, left), selected };
    }
    case 'deleteRing':
      return withoutRing(drawing, action.ring);
    case 'select':
      return { ...drawing, selected: action.at };
    case 'next':
      return { ...drawing, selected: nextVertex(drawing) };
  }
}

/** Returns the drawing after an action. A selection is not undone by itself. */
export function changeDrawing(history: DrawingHistory, action: DrawingAction): DrawingHistory {
  const { now, past } = history;
  if (action.type === 'undo') return { now: past.at(-1) ?? now, past: past.slice(0, -1) };
  const next = apply(now, action);
  if (next === now) return history;
  if (action.type === 'select' || action.type === 'next') return { now: next, past };
  return { now: next, past: [...past, now].slice(-MOST_UNDO) };
}
