import {
  DivIcon,
  LayerGroup,
  Marker,
  Polygon,
  Polyline,
  SVG,
  type LatLng,
  type LatLngTuple,
  type Map as LeafletMap,
} from 'leaflet';
import { polygonsOf, type Position } from '@dps/contract';
import { mapTexts } from '../../texts/map.ts';
import {
  areaOfDrawing,
  changeDrawing,
  toPosition,
  type Drawing,
  type DrawingAction,
  type VertexRef,
} from './drawing.ts';

/** A drawing as the map shows it. */
export interface ShownDrawing {
  drawing: Drawing;
  isEditable: boolean;
  /** The vertex that a fault names. */
  fault: VertexRef | null;
}

type OnAction = (action: DrawingAction) => void;

const ARROW_PIXELS = 4;
const HANDLES_LIMIT = 200;
/** Midpoints are hidden where handles are dense. */
const MIDPOINTS_LIMIT = 60;

export const toLatLng = ([longitude = 0, latitude = 0]: Position): LatLngTuple => [latitude, longitude];
export const fromLatLng = ({ lng, lat }: LatLng): Position => toPosition(lng, lat);

const icon = (className: string, size: number) => new DivIcon({ className, iconSize: [size, size] });

/** Steps in pixels of the keys that move a vertex. */
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-ARROW_PIXELS, 0],
  ArrowRight: [ARROW_PIXELS, 0],
  ArrowUp: [0, -ARROW_PIXELS],
  ArrowDown: [0, ARROW_PIXELS],
};

/** The drawing on a map, with the handles of its vertices. */
export class DrawingLayer {
  readonly #map: LeafletMap;
  readonly #onAction: OnAction;
  readonly #handles = new LayerGroup();
  readonly #outline: Polygon;
  readonly #open: Polyline;
  #shown: ShownDrawing | null = null;

  constructor(map: LeafletMap, onAction: OnAction) {
    this.#map = map;
    this.#onAction = onAction;
    const renderer = new SVG();
    this.#outline = new Polygon([], { renderer, interactive: false, className: 'map-area' }).addTo(map);
    this.#open = new Polyline([], { renderer, interactive: false, className: 'map-open' }).addTo(map);
    this.#handles.addTo(map);
    // Only the handles in the window exist.
    map.on('moveend', () => this.#shown && this.show(this.#shown));
  }

  get isDrawing(): boolean {
    return this.#shown?.isEditable === true && this.#shown.drawing.open !== null;
  }

  show(shown: ShownDrawing): void {
    const active = document.activeElement;
    const hadFocus = active instanceof HTMLElement && active.dataset['vertex'] !== undefined;
    this.#shown = shown;
    this.#draw(shown.drawing);
    this.#handles.clearLayers();
    if (!shown.isEditable) return;
    const { drawing } = shown;
    const visible = this.#visibleVertices(drawing);
    const tabStop =
      visible.find(
        ({ ring, vertex }) => ring === drawing.selected?.ring && vertex === drawing.selected.vertex,
      ) ?? visible[0];
    // A click next to a line of another ring adds a vertex to the open one.
    if (drawing.open === null && visible.length <= MIDPOINTS_LIMIT) this.#addMidpoints(drawing, visible);
    for (const at of visible) this.#addHandle(shown, at, at === tabStop, hadFocus);
  }

  #draw(drawing: Drawing): void {
    const { area } = areaOfDrawing(drawing);
    const polygons = area ? polygonsOf(area) : [];
    this.#outline.setLatLngs(polygons.map((polygon) => polygon.map((ring) => ring.map(toLatLng))));
    const { vertices = [] } = drawing.open === null ? {} : (drawing.rings[drawing.open] ?? {});
    this.#open.setLatLngs(vertices.map(toLatLng));
  }

  #visibleVertices({ rings }: Drawing): VertexRef[] {
    const window = this.#map.getBounds().pad(0.1);
    return rings
      .flatMap(({ vertices }, ring) =>
        vertices.flatMap((position, vertex) =>
          window.contains(toLatLng(position)) ? [{ ring, vertex }] : [],
        ),
      )
      .slice(0, HANDLES_LIMIT);
  }

  /** Draws the outline while a handle is dragged. */
  #preview(drawing: Drawing, action: DrawingAction): void {
    this.#draw(changeDrawing({ now: drawing, past: [] }, action).now);
  }

  #addHandle({ drawing, fault }: ShownDrawing, at: VertexRef, isTabStop: boolean, hadFocus: boolean): void {
    const { ring, vertex } = at;
    const { vertices = [] } = drawing.rings[ring] ?? {};
    const position = vertices[vertex] ?? [];
    const isSelected = drawing.selected?.ring === ring && drawing.selected.vertex === vertex;
    const isFault = fault?.ring === ring && fault.vertex === vertex;
    const marker = new Marker(toLatLng(position), {
      icon: icon('map-vertex', 32),
      draggable: true,
      keyboard: false,
      // A moved window draws the handles again.
      autoPanOnFocus: false,
      zIndexOffset: 1000,
    });
    const move = (): DrawingAction => ({ type: 'move', at, position: fromLatLng(marker.getLatLng()) });
    marker.on('drag', () => this.#preview(drawing, move()));
    marker.on('dragend', () => this.#onAction(move()));
    const isStart = drawing.open === ring && vertex === 0 && vertices.length > 2;
    marker.on('click', () => this.#onAction(isStart ? { type: 'finish' } : { type: 'select', at }));
    marker.addTo(this.#handles);
    const element = marker.getElement();
    if (!element) return;
    element.dataset['vertex'] = `${ring} ${vertex}`;
    if (isSelected) element.dataset['selected'] = 'true';
    if (isFault) element.dataset['fault'] = 'true';
    element.setAttribute('role', 'button');
    const place = areaOfDrawing(drawing).order.indexOf(ring);
    element.setAttribute('aria-label', mapTexts.vertex(vertex + 1, place < 0 ? null : place + 1));
    element.tabIndex = isTabStop ? 0 : -1;
    element.addEventListener('keydown', (event) => this.#pressKey(event, at, position));
    if (isTabStop && hadFocus) element.focus({ preventScroll: true });
  }

  #pressKey(event: KeyboardEvent, at: VertexRef, position: Position): void {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const point = this.#map.latLngToContainerPoint(toLatLng(position)).add([...arrow]);
      this.#onAction({ type: 'move', at, position: fromLatLng(this.#map.containerPointToLatLng(point)) });
    } else if (event.key === 'Delete' || event.key === 'Backspace') this.#onAction({ type: 'delete', at });
    else if (event.key === 'n') this.#onAction({ type: 'next' });
    else if (event.key === 'Enter' || event.key === ' ') this.#onAction({ type: 'select', at });
    else return;
    event.preventDefault();
    // The arrows of the map would move its window.
    event.stopPropagation();
  }

  /** Adds a handle in the middle of each line, which inserts a vertex. */
  #addMidpoints(drawing: Drawing, visible: readonly VertexRef[]): void {
    for (const { ring, vertex } of visible) {
      const { vertices = [] } = drawing.rings[ring] ?? {};
      const [x = 0, y = 0] = vertices[vertex] ?? [];
      const [nextX = 0, nextY = 0] = vertices[vertex + 1] ?? vertices[0] ?? [];
      const marker = new Marker([(y + nextY) / 2, (x + nextX) / 2], {
        icon: icon('map-midpoint', 24),
        draggable: true,
        keyboard: false,
      });
      const insert = (): DrawingAction => {
        return { type: 'insert', at: { ring, vertex: vertex + 1 }, position: fromLatLng(marker.getLatLng()) };
      };
      marker.on('drag', () => this.#preview(drawing, insert()));
      marker.on('dragend', () => this.#onAction(insert()));
      marker.on('click', () => this.#onAction(insert()));
      marker.addTo(this.#handles);
      marker.getElement()?.setAttribute('aria-hidden', 'true');
    }
  }
}
