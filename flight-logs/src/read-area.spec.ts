import { describeArea, summarizeArea, type JobArea } from '@dps/contract';
import { AREA_FILE_MAX_BYTES, readAreaFile, readAreaText, rectangleArea } from './read-area.ts';
import { archiveOf, logFile } from './testing/flight-logs.ts';

const BORDER = '-97.745,30.266,0 -97.742,30.266,0 -97.742,30.269,0 -97.745,30.269,0 -97.745,30.266,0';
const HOLE = '-97.744,30.267 -97.743,30.267 -97.743,30.268 -97.744,30.268';
const ring = (element: string, coordinates: string) =>
  `<${element}><LinearRing><coordinates>\n${coordinates}\n</coordinates></LinearRing></${element}>`;
const polygon = (...parts: string[]) => `<Placemark><Polygon>${parts.join('')}</Polygon></Placemark>`;
const kml = (...parts: string[]) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${parts.join('')}</Document></kml>`;
const FIELD = polygon(ring('outerBoundaryIs', BORDER), ring('innerBoundaryIs', HOLE));
const NOTHING = { polygons: 0, lines: 0, points: 0 };

const AREA: JobArea = {
  type: 'Polygon',
  coordinates: [
    [
      [-97.745, 30.266],
      [-97.742, 30.266],
      [-97.742, 30.269],
      [-97.745, 30.269],
      [-97.745, 30.266],
    ],
    [
      [-97.744, 30.267],
      [-97.743, 30.267],
      [-97.743, 30.268],
      [-97.744, 30.268],
      [-97.744, 30.267],
    ],
  ],
};
const collection = (...geometries: object[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
  });

describe('readAreaFile', () => {
  it.each<[string, Parameters<typeof logFile>[0]]>([
    ['KML', kml(FIELD)],
    ['KML with a byte order mark', `\uFEFF${kml(FIELD)}`],
    ['KML with holes first', kml(polygon(ring('innerBoundaryIs', HOLE), ring('outerBoundaryIs', BORDER)))],
    ['KMZ', archiveOf({ 'images/a.png': 'x', 'doc.kml': kml(FIELD) })],
    ['GeoJSON', JSON.stringify(AREA)],
    ['GeoJSON in a feature', collection(AREA)],
  ])('[AREA-9] reads %s with its holes, and closes the rings', async (_format, content) => {
    expect(await readAreaFile(logFile(content))).toEqual({ area: AREA, leftOut: NOTHING });
  });

  it.each([
    [
      'KML',
      kml(
        '<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>',
        FIELD,
        '<Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>',
      ),
    ],
    [
      'GeoJSON',
      collection({ type: 'Point', coordinates: [1, 2] }, AREA, { type: 'LineString', coordinates: [] }),
    ],
  ])('[AREA-10] counts what is left out of %s', async (_format, content) => {
    expect(await readAreaFile(logFile(content))).toEqual({
      area: AREA,
      leftOut: { polygons: 0, lines: 1, points: 1 },
    });
  });

  it('[AREA-10] takes the first polygons, of up to 10 rings', async () => {
    const square = (index: number) => {
      const west = index / 100;
      const corners = [west, west + 0.005].flatMap((x) => [`${x},0`, `${x},0.005`]);
      return polygon(ring('outerBoundaryIs', [0, 1, 3, 2].map((corner) => corners[corner]).join(' ')));
    };
    const { area, leftOut } = await readAreaFile(
      logFile(kml(...Array.from({ length: 12 }, (_, index) => square(index)))),
    );
    expect(area.coordinates).toHaveLength(10);
    expect(leftOut).toEqual({ ...NOTHING, polygons: 2 });
  });

  it.each<[string, Parameters<typeof logFile>[0], string]>([
    [
      'an empty file',
      '',
      'There is nothing to read. Choose a KML, KMZ or GeoJSON file, or paste coordinates.',
    ],
    [
      'more than 5 MB',
      ' '.repeat(AREA_FILE_MAX_BYTES + 1),
      'The file is larger than 5 MB. Export the boundary alone.',
    ],
    [
      'a small archive with a large document',
      archiveOf({ 'doc.kml': kml(FIELD, ' '.repeat(AREA_FILE_MAX_BYTES)) }),
      'The document in the archive is larger than 5 MB. Export the boundary alone.',
    ],
    [
      'an archive without KML',
      archiveOf({ 'a.txt': 'x' }),
      'The archive has no KML file. Choose a KML, KMZ or GeoJSON file.',
    ],
    [
      'a damaged archive',
      archiveOf({ 'doc.kml': kml(FIELD) }).slice(0, 60),
      'The archive is damaged. Export it again.',
    ],
    ['broken XML', '<kml><Document></kml>', 'This is not valid KML. Export the boundary again.'],
    ['XML that ends early', '<kml><Document>', 'This is not valid KML. Export the boundary again.'],
    [
      'a document type',
      '<!DOCTYPE kml [<!ENTITY a "b">]><kml/>',
      'The file declares a document type, which KML does not need. It was not opened.',
    ],
    ['broken JSON', '{"type": "Polygon"', 'This is not valid GeoJSON.'],
    [
      'lines only',
      collection({ type: 'LineString', coordinates: [] }),
      'There is no polygon. Export the boundary as a polygon, not as a line or points.',
    ],
    [
      'a binary file',
      '\0\0\u0027\u000a',
      'This is not KML, KMZ or GeoJSON. A shapefile can be exported as KML.',
    ],
    [
      'a tuple without numbers',
      kml(polygon(ring('outerBoundaryIs', '1,2 x,y 3,4'))),
      'Vertex 2 of ring 1 is not a longitude and a latitude in degrees.',
    ],
    [
      'a bow tie',
      kml(polygon(ring('outerBoundaryIs', '0,0 0.01,0.01 0.01,0 0,0.01'))),
      'Vertex 3 of ring 1 starts a line that crosses or touches the line from vertex 1 of ring 1.',
    ],
  ])('[AREA-3, AREA-9] refuses %s', async (_what, content, message) => {
    await expect(readAreaFile(logFile(content))).rejects.toThrow(message);
  });

  it('does not follow collections in collections without end', async () => {
    const deep = `${'{"type":"GeometryCollection","geometries":['.repeat(2000)}${']}'.repeat(2000)}`;
    await expect(readAreaText(deep)).rejects.toThrow('There is no polygon.');
  });
});

describe('readAreaText', () => {
  const [border = []] = AREA.coordinates;
  it.each([
    ['a comma', '30.266, -97.745\n30.266, -97.742\n\n30.269, -97.742\n30.269, -97.745'],
    ['a tab', '30.266\t-97.745\r\n30.266\t-97.742\r\n30.269\t-97.742\r\n30.269\t-97.745'],
    ['directions', '30.266° N, 97.745° W\n30.266° N, 97.742° W\n30.269 N 97.742 W\n30.269 n; 97.745 w'],
  ])('[AREA-9] reads lines of latitude and longitude with %s', async (_separator, text) => {
    expect((await readAreaText(text)).area).toEqual({ type: 'Polygon', coordinates: [border] });
  });

  it('[AREA-3] names a line that it cannot read', async () => {
    await expect(readAreaText('30.266, -97.745\nthe gate')).rejects.toThrow(
      'Line 2 is not a latitude and a longitude in degrees, such as 30.2672, -97.7431.',
    );
  });
});

describe('rectangleArea', () => {
  it('[AREA-9] has the width and the height around the center', async () => {
    const { area } = await rectangleArea('30.2672, -97.7431', 480, 310);
    expect(describeArea(summarizeArea(area))).toBe(
      '36.8 acres (14.9 ha), 480 m × 310 m, center 30.2672° N, 97.7431° W',
    );
  });

  it.each([
    ['the center', 'Austin', 480, 310, 'The center is not a latitude and a longitude in degrees'],
    ['the width', '30, 40', 0, 310, 'The width and the height are not lengths in metres, such as 300.'],
    ['the height', '30, 40', 480, NaN, 'The width and the height are not lengths in metres, such as 300.'],
    ['the size', '30, 40', 5, 5, 'The area has 25 m². The minimum is 100 m².'],
  ])('[AREA-9] refuses %s', async (_what, center, width, height, message) => {
    await expect(rectangleArea(center, width, height)).rejects.toThrow(message);
  });
});
