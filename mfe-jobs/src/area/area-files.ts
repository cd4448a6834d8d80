import { polygonsOf, type JobArea, type Ring } from '@dps/contract';
import type { DownloadFile } from '@dps/contract/client';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function kmlRing(element: string, ring: Ring): string {
  const tuples = ring.map(([longitude = 0, latitude = 0]) => `${longitude},${latitude}`);
  return `<${element}><LinearRing><coordinates>${tuples.join(' ')}</coordinates></LinearRing></${element}>`;
}

function kmlOf(area: JobArea, name: string): string {
  const polygons = polygonsOf(area).map(([border = [], ...holes]) => {
    const inner = holes.map((hole) => kmlRing('innerBoundaryIs', hole)).join('');
    return `<Polygon>${kmlRing('outerBoundaryIs', border)}${inner}</Polygon>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark>',
    `<name>${escaped(name)}</name><MultiGeometry>${polygons.join('')}</MultiGeometry>`,
    '</Placemark></Document></kml>\n',
  ].join('\n');
}

/** Returns the area of a job as a file that apps for flights open. */
export function areaFile(
  format: 'geojson' | 'kml',
  { id, title, area }: { id: number; title: string; area: JobArea },
): DownloadFile {
  const name = `job-${id}-area.${format}`;
  if (format === 'kml')
    return { name, mediaType: 'application/vnd.google-earth.kml+xml', content: kmlOf(area, title) };
  const feature = { type: 'Feature', properties: { name: title }, geometry: area };
  return { name, mediaType: 'application/geo+json', content: JSON.stringify(feature) };
}
