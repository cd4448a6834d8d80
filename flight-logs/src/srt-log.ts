import { LogProblem } from './log-problem.ts';
import { PositionList, type RawLog, type RawPosition } from './raw-log.ts';

/** The times of a subtitle: `00:00:01,033 --> 00:00:01,066`. */
const TIMES = /^\s*\d+\s*\r?\n(\d\d):(\d\d):(\d\d)[,.](\d{3}) --> /;
/** The start of each subtitle: its number, and its times. */
const NEXT = /\r?\n\s*(?=\d+\s*\r?\n\d\d:\d\d:\d\d[,.]\d{3} --> )/;
/** A position in brackets, as current aircraft write it. Some firmware writes `longtitude`. */
const BRACKETS = /\[latitude\s*:\s*(-?[\d.]+)\]\s*\[longt?itude\s*:\s*(-?[\d.]+)\]/;
/** A position of older aircraft: longitude, latitude, and the number of satellites or a height. */
const GPS = /GPS\s*\(\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)/;
/** The height above take-off: `rel_alt: 30.100`, `BAROMETER:30.1` or `H 30.1m`. */
const HEIGHT = /(?:rel_alt\s*:\s*|BAROMETER\s*:\s*|\bH\s+)(-?[\d.]+)/;

const numberOf = (match: RegExpExecArray | null, group: number) => Number(match?.[group] ?? NaN);

/** Returns whether a text starts with a subtitle. */
export const isSrt = (text: string): boolean => TIMES.test(text);

function positionIn(subtitle: string): RawPosition {
  const [brackets, gps] = [BRACKETS.exec(subtitle), GPS.exec(subtitle)];
  const [, hours, minutes, seconds, milliseconds] = TIMES.exec(subtitle) ?? [];
  return {
    latitude: brackets ? numberOf(brackets, 1) : numberOf(gps, 2),
    longitude: brackets ? numberOf(brackets, 2) : numberOf(gps, 1),
    height: numberOf(HEIGHT.exec(subtitle), 1),
    time: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds),
    // The subtitles have the local time of the aircraft, without its zone.
    instant: NaN,
  };
}

/**
 * Reads the subtitles that a DJI aircraft writes next to a video: a position for each frame, of which at most ten a second
 * count. Throws `LogProblem`.
 */
export async function readSrtLog(pieces: AsyncIterable<string>): Promise<RawLog> {
  const list = new PositionList();
  let hasPositions = false;
  let rest = '';
  const read = (subtitle: string) => {
    hasPositions ||= BRACKETS.test(subtitle) || GPS.test(subtitle);
    list.add(positionIn(subtitle));
  };
  for await (const piece of pieces) {
    const subtitles = (rest + piece).split(NEXT);
    rest = subtitles.pop() ?? '';
    for (const subtitle of subtitles) read(subtitle);
  }
  read(rest);
  if (!hasPositions) throw new LogProblem('subtitles');
  const { positions } = list;
  const hasHeights = positions.some(({ height }) => Number.isFinite(height));
  return { format: 'dji-srt', positions, heightReference: hasHeights ? 'take-off' : null };
}
