import { LogProblem } from './log-problem.ts';
import { parseNumber, parsePlace } from './log-values.ts';
import { PositionList, referenceOfHeights, type RawLog, type RawPosition } from './raw-log.ts';

/** The times of a subtitle: `00:00:01,033 --> 00:00:01,066`. */
const TIMES = /^\s*\d+\s*\r?\n(\d\d):(\d\d):(\d\d)[,.](\d{3}) --> /;
/** The start of each subtitle: its number, and its times. */
const NEXT = /\r?\n\s*(?=\d+\s*\r?\n\d\d:\d\d:\d\d[,.]\d{3} --> )/;

const NUMBER = String.raw`\s*([-+]?\d+(?:\.\d+)?)\s*`;
/** A position in brackets, as current aircraft of DJI write it. Some firmware writes `longtitude`. */
const BRACKETS = new RegExp(String.raw`\[latitude\s*:${NUMBER}\]\s*\[longt?itude\s*:${NUMBER}\]`);
/** A position of Autel: `GPS(W: 97.600000, N: 32.600000, 0.00m)`, with the height above an unknown reference. */
const LETTERS = new RegExp(String.raw`GPS\s*\(\s*([EW])\s*:${NUMBER},\s*([NS])\s*:${NUMBER}(?:,${NUMBER}m)?`);
/** A position of older aircraft of DJI: a pair of degrees in one of two orders, and a third value. */
const PAIR = new RegExp(String.raw`GPS\s*\(${NUMBER},${NUMBER}(?:,${NUMBER}(M)?\s*)?\)`);
/** The height above take-off: `rel_alt: 30.100`, `BAROMETER:30.1`, `Hb:30.1` or `H 30.1m`. */
const HEIGHT = /(?:rel_alt\s*:\s*|BAROMETER\s*:\s*|\bHb\s*:\s*|\bH\s+)([-+]?\d+(?:\.\d+)?)/;

/** Returns whether a text starts with a subtitle. */
export const isSrt = (text: string): boolean => TIMES.test(text);

/** The order of a pair. Mavic and Phantom write longitude, latitude and satellites; Matrice latitude, longitude and metres. */
type Order = 'longitude-first' | 'latitude-first';

/** Returns the order that a pair itself shows: by degrees that no latitude has, or by its third value. */
function orderOf([, a = '', b = '', third = '', unit]: readonly (string | undefined)[]): Order | undefined {
  if (Math.abs(Number(a)) > 90) return 'longitude-first';
  if (Math.abs(Number(b)) > 90 || unit !== undefined) return 'latitude-first';
  return /^\d+$/.test(third) ? 'longitude-first' : undefined;
}

/** The text of a subtitle without its numbers, which is the same in all complete subtitles. */
const shapeOf = (subtitle: string) => subtitle.replaceAll(/\d+(\.\d+)?/g, '0').trimEnd();

/** Collects the positions of subtitles. */
class Subtitles {
  readonly list = new PositionList();
  #hasPositions = false;
  #hasPairs = false;
  #hasLetters = false;
  readonly #orders = new Set<Order>();

  read(subtitle: string): void {
    const [, hours, minutes, seconds, milliseconds] = TIMES.exec(subtitle) ?? [];
    this.list.add({
      ...this.#placeIn(subtitle),
      time: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds),
      // The subtitles have the local time of the aircraft, without its zone.
      instant: NaN,
    });
  }

  #placeIn(subtitle: string): Pick<RawPosition, 'longitude' | 'latitude' | 'height'> {
    const height = parseNumber(HEIGHT.exec(subtitle)?.[1] ?? '');
    const [brackets, letters, pair] = [BRACKETS, LETTERS, PAIR].map((layout) => layout.exec(subtitle));
    this.#hasPositions ||= Boolean(brackets ?? letters ?? pair);
    if (brackets) return { ...parsePlace(brackets[2], brackets[1]), height };
    if (letters) {
      this.#hasLetters = true;
      const { longitude, latitude } = parsePlace(letters[2], letters[4]);
      return {
        longitude: letters[1] === 'W' ? -longitude : longitude,
        latitude: letters[3] === 'S' ? -latitude : latitude,
        height: Number.isNaN(height) ? parseNumber(letters[5] ?? '') : height,
      };
    }
    const order = pair ? orderOf(pair) : undefined;
    this.#hasPairs ||= pair !== null && pair !== undefined;
    if (order) this.#orders.add(order);
    return { ...parsePlace(pair?.[1], pair?.[2]), height };
  }

  /** Returns the log of the complete file. */
  end(): RawLog {
    if (!this.#hasPositions) throw new LogProblem('subtitles');
    if (this.#hasPairs && this.#orders.size !== 1) throw new LogProblem('unknownOrder');
    if (this.#orders.has('latitude-first'))
      for (const place of this.list.positions)
        [place.longitude, place.latitude] = [place.latitude, place.longitude];
    const { positions } = this.list;
    const reference = this.#hasLetters ? 'first-position' : 'take-off';
    return { positions, heightReference: referenceOfHeights(positions, reference) };
  }
}

/**
 * Reads the subtitles that an aircraft writes next to a video: a position for each frame, of which at most ten a second
 * count. Throws `LogProblem`.
 */
export async function readSrtLog(pieces: AsyncIterable<string>): Promise<RawLog> {
  const subtitles = new Subtitles();
  let [rest, before] = ['', ''];
  for await (const piece of pieces) {
    const parts = (rest + piece).split(NEXT);
    rest = parts.pop() ?? '';
    for (const part of parts) subtitles.read(part);
    before = parts.at(-1) ?? before;
  }
  // The last subtitle of a file that is cut off can end within a number.
  const isComplete =
    before === '' || rest.endsWith('\n') || shapeOf(rest).endsWith(shapeOf(before).slice(-10));
  if (isComplete) subtitles.read(rest);
  return subtitles.end();
}
