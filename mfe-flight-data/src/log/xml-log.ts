import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser, ParseError, type Document } from '@xmldom/xmldom';
import type { HeightReference } from '@dps/contract';
import { absoluteReference, linePositions } from './geojson-log.ts';
import { LogProblem } from './log-problem.ts';
import type { RawLog } from './raw-log.ts';

/** More than any log has; XML parsers are recursive. */
const DEPTH_MAX = 64;
/** A track position has two elements: 100 minutes at ten positions a second. Each takes kilobytes as a DOM node. */
const ELEMENTS_MAX = 120_000;

/** Removes the parts from `start` to `end`, which can contain text that looks like tags. */
function without(text: string, start: string, end: string): string {
  const [first = '', ...rest] = text.split(start);
  const kept = rest.map((part) => {
    const at = part.indexOf(end);
    if (at < 0) throw new LogProblem('truncated');
    return part.slice(at + end.length);
  });
  return [first, ...kept].join('');
}

/**
 * Rejects documents that could attack the parser: document types, which declare entities, deep nesting and too many
 * elements.
 */
function requireSafeXml(text: string): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new LogProblem('doctype');
  let depth = 0;
  let elements = 0;
  const tags = without(without(text, '<![CDATA[', ']]>'), '<!--', '-->');
  for (const [tag] of tags.matchAll(/<[/a-z_][^<>]*>/gi)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    elements += 1;
    if (depth > DEPTH_MAX) throw new LogProblem('deepXml');
    if (elements > ELEMENTS_MAX) throw new LogProblem('largeXml');
  }
  if (depth > 0) throw new LogProblem('truncated');
}

function parse(text: string): Document {
  requireSafeXml(text);
  try {
    const onError = (level: string, message: string) => {
      if (level !== 'warning') throw new ParseError(message);
    };
    return new DOMParser({ onError }).parseFromString(text.trim(), 'text/xml');
  } catch {
    throw new LogProblem('badXml');
  }
}

/**
 * Returns the reference of the altitudes (altitude modes of OGC KML 2.3), or null for altitudes that are clamped to the
 * ground, which is the default, and for different modes in one document.
 */
function referenceOf(document: Document): HeightReference | null {
  const shapes = ['LineString', 'Track', 'MultiTrack'].flatMap((name) =>
    Array.from(document.getElementsByTagNameNS('*', name)),
  );
  const modes = new Set(
    shapes
      .map((shape) => shape.getElementsByTagNameNS('*', 'altitudeMode')[0]?.textContent?.trim())
      .filter((mode, index) => mode !== undefined || shapes[index]?.localName !== 'MultiTrack'),
  );
  const [mode] = modes;
  if (modes.size !== 1) return null;
  if (mode === 'relativeToGround') return 'ground';
  return mode === 'absolute' ? 'first-position' : null;
}

/** Reads the lines and the tracks of a KML or GPX document. The elevations of GPX are above sea level. Throws `LogProblem`. */
export function readXmlLog(text: string): RawLog {
  const document = parse(text);
  if (document.documentElement?.localName === 'gpx') {
    const positions = linePositions(gpx(document));
    return { format: 'gpx', positions, heightReference: absoluteReference(positions) };
  }
  return { format: 'kml', positions: linePositions(kml(document)), heightReference: referenceOf(document) };
}
