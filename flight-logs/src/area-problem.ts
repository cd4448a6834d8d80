/** The shapes of a document: polygons as lists of rings of positions, with the border first. */
export interface FoundShapes {
  polygons: readonly (readonly (readonly (readonly number[])[])[])[];
  /** The numbers of other shapes. */
  lines: number;
  points: number;
}

/** Interface texts: why an area cannot be read. */
const PROBLEMS = {
  large: 'The file is larger than 5 MB. Export the boundary alone.',
  largeDocument: 'The document in the archive is larger than 5 MB. Export the boundary alone.',
  empty: 'There is nothing to read. Choose a KML, KMZ or GeoJSON file, or paste coordinates.',
  damaged: 'The archive is damaged. Export it again.',
  noKml: 'The archive has no KML file. Choose a KML, KMZ or GeoJSON file.',
  badXml: 'This is not valid KML. Export the boundary again.',
  doctype: 'The file declares a document type, which KML does not need. It was not opened.',
  badJson: 'This is not valid GeoJSON.',
  noPolygon: 'There is no polygon. Export the boundary as a polygon, not as a line or points.',
  format: 'This is not KML, KMZ or GeoJSON. A shapefile can be exported as KML.',
} as const;

/** The reason why an area cannot be read. The message is an interface text. */
export class AreaProblem extends Error {
  /** @param problem a known problem, or a sentence that names the place of a fault */
  constructor(problem: keyof typeof PROBLEMS | { fault: string }) {
    super(typeof problem === 'string' ? PROBLEMS[problem] : `${problem.fault}.`);
  }
}
