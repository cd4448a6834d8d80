import {
  DivIcon,
  GeoJSON,
  LayerGroup,
  Marker,
  Polyline,
  SVG,
  TileLayer,
  type LatLngTuple,
  type Map as LeafletMap,
} from 'leaflet';
import { feature, mesh } from 'topojson-client';
import type { MapTiles, PlaceView } from '@dps/contract';
import { graticule, placeLabels, type MapBounds } from './map-grid.ts';

/** The layers below a drawing. */
export interface BaseLayer {
  /** Draws what depends on the window. */
  update: (bounds: MapBounds) => void;
  showTowns: (towns: readonly PlaceView[]) => void;
}

/** The largest zoom for which servers of tiles have pictures. Larger ones are scaled. */
const NATIVE_ZOOM = 19;

function addPane(map: LeafletMap, name: string, zIndex: number): SVG {
  const pane = map.createPane(name);
  pane.style.zIndex = String(zIndex);
  pane.style.pointerEvents = 'none';
  pane.setAttribute('aria-hidden', 'true');
  return new SVG({ pane: name });
}

/** Land and borders load after the map is usable. Without them, the map has its other layers. */
async function addBorders(map: LeafletMap, renderer: SVG): Promise<void> {
  const { default: world } = await import(
    /* webpackChunkName: "map-world" */ 'world-atlas/countries-50m.json',
    { with: { type: 'json' } }
  );
  const { land, countries } = world.objects;
  const shape = (className: string) => ({ renderer, pane: 'land', interactive: false, style: { className } });
  new GeoJSON(feature(world, land), shape('map-land')).addTo(map);
  const borders = mesh(world, countries, (one, other) => one !== other);
  new GeoJSON(borders, shape('map-border')).addTo(map);
}

function label(className: string, text: string): DivIcon {
  const element = document.createElement('span');
  element.textContent = text;
  return new DivIcon({ className, html: element, iconSize: [0, 0] });
}

function addLabel(layer: LayerGroup, at: LatLngTuple, icon: DivIcon): void {
  new Marker(at, { icon, pane: 'grid', interactive: false, keyboard: false }).addTo(layer);
}

/**
 * Adds land, borders, graticule and towns, and map tiles above the land if the deployment has some. Tiles have their own names of
 * towns.
 */
export function addBaseLayer(map: LeafletMap, tiles: MapTiles | undefined): BaseLayer {
  const land = addPane(map, 'land', 150);
  const renderer = addPane(map, 'grid', 350);
  const lines = new LayerGroup().addTo(map);
  const places = new LayerGroup().addTo(map);
  let towns: readonly PlaceView[] = [];
  void addBorders(map, land).catch(() => undefined);
  if (tiles) new TileLayer(tiles.url, { maxNativeZoom: NATIVE_ZOOM, maxZoom: 20 }).addTo(map);
  const showPlaces = () => {
    places.clearLayers();
    const labels = towns.map(({ latitude, longitude, name }) => {
      const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
      return { x, y, latitude, longitude, text: name?.split(',')[0] ?? '' };
    });
    for (const { latitude, longitude, text } of placeLabels(labels))
      addLabel(places, [latitude, longitude], label('map-town', text));
  };
  return {
    update: (bounds) => {
      lines.clearLayers();
      const { west, south } = bounds;
      for (const { isMeridian, degrees, label: text } of graticule(bounds)) {
        const line: LatLngTuple[] = isMeridian
          ? [
              [-85, degrees],
              [85, degrees],
            ]
          : [
              [degrees, -180],
              [degrees, 180],
            ];
        new Polyline(line, { renderer, pane: 'grid', interactive: false, className: 'map-grid' }).addTo(
          lines,
        );
        const at: LatLngTuple = isMeridian ? [south, degrees] : [degrees, west];
        addLabel(lines, at, label(isMeridian ? 'map-meridian' : 'map-parallel', text));
      }
      showPlaces();
    },
    showTowns: (next) => {
      towns = tiles ? [] : next;
      showPlaces();
    },
  };
}
