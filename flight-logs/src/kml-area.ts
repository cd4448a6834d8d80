import { SaxesParser } from 'saxes';
import { AreaProblem, type FoundShapes } from './area-problem.ts';

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Parses a list of KML: tuples of longitude, latitude and perhaps height, separated by blanks. */
const toRing = (text: string): number[][] =>
  text
    .trim()
    .split(/\s+/)
    .filter((tuple) => tuple !== '')
    .map((tuple) => tuple.split(',').map(Number));

/** Collects the polygons of a KML document, and counts its other shapes. */
class Shapes implements FoundShapes {
  readonly polygons: number[][][][] = [];
  lines = 0;
  points = 0;
  /** The names of the open elements, and the rings of the open polygon. */
  private readonly open: string[] = [];
  private rings: number[][][] | null = null;
  private text = '';

  enter(name: string): void {
    this.open.push(name);
    this.text = '';
    if (name === 'Polygon') this.rings = [];
  }

  read(text: string): void {
    if (this.open.at(-1) === 'coordinates') this.text += text;
  }

  leave(): void {
    const name = this.open.pop();
    const isInPolygon = this.open.includes('Polygon');
    if (name === 'coordinates') this.addRing(isInPolygon);
    else if (name === 'Polygon') {
      if (this.rings && this.rings.length > 0) this.polygons.push(this.rings);
      this.rings = null;
    } else if (name === 'Point') this.points += 1;
    else if (name === 'LineString' || name === 'Track' || (name === 'LinearRing' && !isInPolygon))
      this.lines += 1;
  }

  private addRing(isInPolygon: boolean): void {
    if (!isInPolygon || !this.rings) return;
    // A border is the first ring, also of a document that has its holes first.
    if (this.open.includes('outerBoundaryIs')) this.rings.unshift(toRing(this.text));
    else this.rings.push(toRing(this.text));
  }
}

/** Reads the polygons of a KML document in their order, with their inner boundaries as holes. Throws `AreaProblem`. */
export async function readKmlShapes(pieces: AsyncIterable<string>): Promise<FoundShapes> {
  const shapes = new Shapes();
  const parser = new SaxesParser({ xmlns: false, position: false });
  const fail = (problem: 'badXml' | 'doctype') => {
    throw new AreaProblem(problem);
  };
  parser.on('opentag', ({ name }) => shapes.enter(localName(name)));
  parser.on('text', (part) => shapes.read(part));
  parser.on('cdata', (part) => shapes.read(part));
  parser.on('closetag', () => shapes.leave());
  // A document type can declare entities, which can attack a parser.
  parser.on('doctype', () => fail('doctype'));
  parser.on('error', () => fail('badXml'));
  let isAtStart = true;
  for await (const piece of pieces) {
    const text: string = isAtStart ? piece.replace(/^\uFEFF/, '').trimStart() : piece;
    isAtStart &&= text === '';
    parser.write(text);
  }
  parser.close();
  return shapes;
}
