import { AREA_LIMITS } from '@dps/contract';

/** The texts of an area, which load with its outline or its editor. */
export const areaTexts = {
  outline: (description: string) => `Outline of the area: ${description}`,
  north: 'N ↑',
  scale: (meters: number, feet: number) =>
    `Scale bar: ${meters.toLocaleString('en-US')} m (${feet.toLocaleString('en-US')} ft)`,
  download: { geojson: 'Download GeoJSON', kml: 'Download KML' },
  showMap: 'Show on a Map',
  hideMap: 'Hide Map',
  choose: 'Choose a file',
  accept: '.kml,.kmz,.geojson,.json,.txt',
  cancel: 'Cancel',
  hint: `KML, KMZ or GeoJSON of at most 5 MB, with polygons of at most ${AREA_LIMITS.rings} rings of ${AREA_LIMITS.verticesOfRing} vertices.`,
  paste: 'Coordinates, KML or GeoJSON',
  pastePlaceholder: '30.2658, -97.7456',
  takePasted: 'Use Coordinates',
  box: { center: 'Center', width: 'Width (m)', height: 'Height (m)' },
  centerPlaceholder: '30.2672, -97.7431',
  takeBox: 'Use Rectangle',
  unreadable: 'The file could not be read. Try again.',
  count: (count: number, shape: string) =>
    count === 0 ? '' : `${count.toLocaleString('en-US')} ${count === 1 ? shape : `${shape}s`}`,
  leftOut: (shapes: string) => `Left out of the file: ${shapes}.`,
} as const;
