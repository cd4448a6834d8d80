import { kml } from '@tmcw/togeojson';
import { DOMParser, ParseError, type Document } from '@xmldom/xmldom';
import type { HeightReference } from '@dps/shared-contracts';
import { linePositions, startOf } from './geojson-log.ts';
import { LogProblem } from './log-problem.ts';
import type { RawLog } from './raw-log.ts';

/** Deeper than any log; parsers of XML work by recursion. */
const DEPTH_MAX = 64;
/** A position of a track is two elements: an hour and a half at ten a second. As a document each costs kilobytes of memory. */
const ELEMENTS_MAX = 120_000;

/** The text without the parts from `start` to `end`, which may hold anything that looks like tags. */
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
 * Refuses what only an attack needs, before a parser sees it: document types, in which entities are declared, deep
 * nesting, and elements without end.
 */
function requireHarmless(text: string): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new LogProblem('doctype');
  let depth = 0;
  let elements = 0;
  const tags = without(without(text, '<![CDATA[', ']]>'), '<!--', '-->');
  for (const [tag] of tags.matchAll(/<[/a-z_][^<>]*>/gi)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    elements += 1;
    if (depth > DEPTH_MAX) throw new LogProblem('deepXml');
    if (elements > ELEMENTS_MAX) throw new LogProblem('largeKml');
  }
  if (depth > 0) throw new LogProblem('truncated');
}

function parse(text: string): Document {
  requireHarmless(text);
  try {
    const stop = (level: string, message: string) => {
      if (level !== 'warning') throw new ParseError(message);
    };
    return new DOMParser({ onError: stop }).parseFromString(text.trim(), 'text/xml');
  } catch {
    throw new LogProblem('badXml');
  }
}

/**
 * What the altitudes are from, by the altitude modes of OGC KML 2.3: those that are clamped to the ground, which is the
 * default, do not count, and modes that differ leave nothing to measure.
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

/** Reads KML: lines, and tracks with their times. Throws `LogProblem`. */
export function readKmlLog(text: string): RawLog {
  const document = parse(text);
  const positions = linePositions(kml(document));
  return {
    format: 'kml',
    positions,
    heightReference: referenceOf(document),
    startedAt: startOf(positions),
  };
}
