import { LatLngBounds, Map as LeafletMap, noConflict, type LatLng, type LatLngTuple } from 'leaflet';
import type { MapTiles, PlaceView, Position } from '@dps/contract';
import { addBaseLayer, type BaseLayer } from './base-layer.ts';
import type { Drawing, DrawingAction } from './drawing.ts';
import { DrawingLayer, fromLatLng, toLatLng, type ShownDrawing } from './drawing-layer.ts';
import type { MapBounds } from './map-grid.ts';

// The library sets a global variable, which can collide with other modules.
noConflict();

/** The window of a map. */
export interface MapWindow {
  bounds: MapBounds;
  /** At its center. */
  metersPerPixel: number;
}

interface MapEvents {
  onMove: (shown: MapWindow) => void;
  onAction: (action: DrawingAction) => void;
}

export interface MapView {
  show: (shown: ShownDrawing) => void;
  /** Shows towns, the most populous first. */
  showTowns: (towns: readonly PlaceView[]) => void;
  /** Moves the window to a position. */
  goTo: (place: { latitude: number; longitude: number }) => void;
  /** Moves the window to the drawing; without one, to a continent. */
  fit: (drawing: Drawing) => void;
  /** Zooms in (1) or out (-1). */
  zoom: (by: 1 | -1) => void;
  center: () => Position;
  close: () => void;
}

const EQUATOR_METERS = 40_075_016.686;
const TILE_PIXELS = 256;
/** Around the contiguous United States, where most jobs are. */
const START: [LatLngTuple, LatLngTuple] = [
  [24, -125],
  [50, -66],
];
const CLOSE_ZOOM = 13;
/** Without `reset`, the library moves a near window by entire pixels, which shifts its center. */
const EXACT = { animate: false, reset: true };

function boundsOf(map: LeafletMap): MapBounds {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  };
}

/** Opens a map in an element. With a coarse pointer, one finger scrolls the page and two fingers move the map. */
export function openMap(
  host: HTMLElement,
  { isEditable, tiles }: { isEditable: boolean; tiles: MapTiles | undefined },
  { onMove, onAction }: MapEvents,
): MapView {
  const isCoarse = matchMedia('(pointer: coarse)').matches;
  const map = new LeafletMap(host, {
    attributionControl: false,
    zoomControl: false,
    doubleClickZoom: !isEditable,
    dragging: !isCoarse,
    scrollWheelZoom: false,
    zoomAnimation: false,
    fadeAnimation: false,
    minZoom: 2,
    maxZoom: 20,
    maxBounds: new LatLngBounds([-85.05, -180], [85.05, 180]),
    maxBoundsViscosity: 1,
  }).fitBounds(START);
  const base: BaseLayer = addBaseLayer(map, tiles);
  const drawn = new DrawingLayer(map, onAction);
  const report = () => {
    const bounds = boundsOf(map);
    const { lat } = map.getCenter();
    const pixels = TILE_PIXELS * 2 ** map.getZoom();
    base.update(bounds);
    onMove({ bounds, metersPerPixel: (EQUATOR_METERS * Math.cos((lat * Math.PI) / 180)) / pixels });
  };
  map.on('moveend', report);
  // A wheel scrolls the page, unless the user has clicked the map.
  map.on('focus', () => map.scrollWheelZoom.enable());
  map.on('blur', () => map.scrollWheelZoom.disable());
  const add = (at: LatLng) => {
    if (drawn.isDrawing) onAction({ type: 'add', position: fromLatLng(at) });
  };
  map.on('click', ({ latlng }) => add(latlng));
  host.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== host) return;
    event.preventDefault();
    add(map.getCenter());
  });
  const sizes = new ResizeObserver(() => map.invalidateSize());
  sizes.observe(host);
  report();
  return {
    show: (shown) => drawn.show(shown),
    showTowns: (towns) => base.showTowns(towns),
    goTo: ({ latitude, longitude }) => void map.setView([latitude, longitude], CLOSE_ZOOM, EXACT),
    fit: ({ rings }) => {
      const positions = rings.flatMap(({ vertices }) => vertices.map(toLatLng));
      const bounds = new LatLngBounds(positions);
      // An area that is split at the date line: its first part.
      const isSplit = positions.length > 0 && bounds.getEast() - bounds.getWest() > 180;
      const shown = isSplit ? new LatLngBounds((rings[0]?.vertices ?? []).map(toLatLng)) : bounds;
      map.fitBounds(positions.length > 0 ? shown : START, { padding: [32, 32] });
    },
    zoom: (by) => void map.setZoom(map.getZoom() + by),
    center: () => fromLatLng(map.getCenter()),
    close: () => {
      sizes.disconnect();
      map.remove();
    },
  };
}
