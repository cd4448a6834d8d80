import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { LOG_POSITIONS_MAX, type HeightReference, type LogFormat } from '@dps/contract';
import { LogProblem, type LogProblemCode } from './log-problem.ts';
import { parseNumber, parsePlace, parseTime } from './log-values.ts';
import { referenceOfHeights, type RawLog, type RawPosition } from './raw-log.ts';

/** An open element. */
interface Open {
  /** The name without its prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  /** The texts of those children that are values, by name, in order. */
  texts: Record<string, string[]>;
}

const VALUES: ReadonlySet<string> = new Set(['coord', 'when', 'coordinates', 'altitudeMode', 'ele', 'time']);

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function positionOf(values: readonly (string | undefined)[], time: string | undefined): RawPosition {
  const [longitude, latitude, height = ''] = values;
  const { mark, ...place } = parsePlace(longitude, latitude);
  const instant = parseTime(time ?? '');
  return { ...place, height: parseNumber(height, mark), time: instant, instant };
}

/** The positions of shapes of one kind, and the altitude modes of the shapes. */
class Shapes {
  readonly positions: RawPosition[] = [];
  readonly modes = new Set<string | undefined>();

  add(positions: readonly RawPosition[], mode?: string): void {
    if (this.positions.length + positions.length > LOG_POSITIONS_MAX)
      throw new LogProblem('tooManyPositions');
    for (const position of positions) this.positions.push(position);
    this.modes.add(mode);
  }
}

/** Collects the shapes of a KML or GPX document from its elements. */
class Document {
  root: string | undefined;
  /** Shapes with times. */
  readonly tracks = new Shapes();
  /** Shapes without times: lines of KML and routes of GPX. */
  readonly lines = new Shapes();
  private readonly open: Open[] = [];

  enter({ name, attributes }: SaxesTagPlain): void {
    this.open.push({ name: localName(name), attributes, text: '', texts: {} });
    this.root ??= localName(name);
  }

  read(text: string): void {
    const element = this.open.at(-1);
    if (element) element.text += text;
  }

  leave(): void {
    const element = this.open.pop();
    const parent = this.open.at(-1);
    if (!element) return;
    this.collect(element, parent);
    if (parent && VALUES.has(element.name)) (parent.texts[element.name] ??= []).push(element.text);
  }

  private collect({ name, attributes, texts }: Open, parent: Open | undefined): void {
    const { coord = [], when = [], coordinates = [], ele = [], time = [] } = texts;
    const mode = (texts['altitudeMode'] ?? parent?.texts['altitudeMode'])?.[0]?.trim();
    if (name === 'trkpt' || name === 'rtept') {
      const position = positionOf([attributes['lon'], attributes['lat'], ele[0]], time[0]);
      (name === 'trkpt' ? this.tracks : this.lines).add([position]);
    } else if (name === 'Track') {
      const positions = coord.map((each, index) => positionOf(each.trim().split(/\s+/), when[index]));
      this.tracks.add(positions, mode);
    } else if (name === 'LineString') {
      const places = (coordinates[0] ?? '').trim().split(/\s+/);
      this.lines.add(
        places.map((place) => positionOf(place.split(','), undefined)),
        mode,
      );
    }
  }
}

/** Parses a document piece by piece, without its tree. Throws `LogProblem`. */
async function parse(pieces: AsyncIterable<string>): Promise<Document> {
  const document = new Document();
  const parser = new SaxesParser({ xmlns: false, position: false });
  let [isAtStart, isAtEnd] = [true, false];
  const fail = (problem: LogProblemCode) => {
    throw new LogProblem(problem);
  };
  parser.on('opentag', (tag) => document.enter(tag));
  parser.on('text', (part) => document.read(part));
  parser.on('cdata', (part) => document.read(part));
  parser.on('closetag', () => document.leave());
  // A document type can declare entities, which can attack a parser.
  parser.on('doctype', () => fail('doctype'));
  // Errors at the end are about open elements.
  parser.on('error', () => fail(isAtEnd ? 'truncated' : 'badXml'));
  for await (const piece of pieces) {
    const text = isAtStart ? piece.trimStart() : piece;
    isAtStart &&= text === '';
    parser.write(text);
  }
  isAtEnd = true;
  parser.close();
  return document;
}

/**
 * Returns the reference of the altitudes (altitude modes of OGC KML 2.3). Null for altitudes that are clamped to the ground,
 * which is the default, and for different modes in one document.
 */
function referenceOf({ modes }: Shapes): HeightReference | null {
  const [mode] = modes;
  if (modes.size !== 1) return null;
  if (mode === 'relativeToGround') return 'ground';
  return mode === 'absolute' ? 'first-position' : null;
}

/**
 * Reads the tracks of a KML or GPX document, or its lines if it has no track. The elevations of GPX are above sea level. Throws
 * `LogProblem`.
 */
export async function readXmlLog(pieces: AsyncIterable<string>): Promise<RawLog & { format: LogFormat }> {
  const { root, tracks, lines } = await parse(pieces);
  const shapes = tracks.positions.length > 0 ? tracks : lines;
  const { positions } = shapes;
  if (positions.length === 0) throw new LogProblem('noLine');
  if (root === 'gpx') return { format: 'gpx', positions, heightReference: referenceOfHeights(positions) };
  return { format: 'kml', positions, heightReference: referenceOf(shapes) };
}
