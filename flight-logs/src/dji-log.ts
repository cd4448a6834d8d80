import { readDjiHeader, VERSIONS } from './dji-header.ts';
import { unscrambled } from './dji-scramble.ts';
import { bytePieces, readMessages, type LogFile } from './log-file.ts';
import { PositionList, type LogSummary, type RawLog } from './raw-log.ts';

/** The type of a record with a position, and its smallest length in bytes. */
const POSITION = 1;
const POSITION_BYTES = 44;
/** The byte after each record. */
const END = 0xff;
/** Longest time between two positions, in seconds. The clock is set back when the motors stop. */
const PAUSE_SECONDS = 60;
/** Smaller angles are no fix, in degrees. */
const NO_FIX = 1e-6;

const degrees = (angle: number) => (angle * 180) / Math.PI;

/** Reads the positions of records. */
class Positions {
  readonly list = new PositionList();
  readonly #version: number;
  readonly #start: number;
  #length: number | undefined;
  #clock = NaN;
  #seconds = 0;

  constructor(version: number, start: number) {
    this.#version = version;
    this.#start = start;
  }

  /** Reads records. Other parts, such as pictures, are skipped. Returns the number of bytes before an incomplete record. */
  readonly read = (bytes: Uint8Array): number => {
    let at = 0;
    while (at + 1 < bytes.length) {
      const length = bytes[at + 1] ?? 0;
      const end = at + 2 + length;
      if (end >= bytes.length) break;
      const isRecord = bytes[end] === END && length > 0;
      if (isRecord && bytes[at] === POSITION) this.#add(bytes.subarray(at + 2, end));
      at = isRecord ? end + 1 : at + 1;
    }
    return at;
  };

  #add(block: Uint8Array): void {
    const body = this.#version > VERSIONS.lastPlain ? unscrambled(block, POSITION) : block;
    // All positions of a record have one length. Other bytes, such as those of a picture, look like a position by chance.
    if (body.length < POSITION_BYTES || body.length !== (this.#length ??= body.length)) return;
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    const clock = view.getUint16(42, true) / 10;
    const passed = clock - this.#clock;
    if (Math.abs(passed) > PAUSE_SECONDS && clock > PAUSE_SECONDS) return;
    this.#clock = clock;
    this.#seconds += passed > 0 ? passed : 0;
    const [longitude, latitude] = [degrees(view.getFloat64(0, true)), degrees(view.getFloat64(8, true))];
    const hasFix = Math.abs(longitude) > NO_FIX || Math.abs(latitude) > NO_FIX;
    const time = Math.round(this.#seconds * 10) * 100;
    this.list.add({
      longitude: hasFix ? longitude : NaN,
      latitude: hasFix ? latitude : NaN,
      height: view.getInt16(16, true) / 10,
      time,
      instant: this.#start + time,
    });
  }
}

/**
 * Reads a flight record of a DJI app: positions ten times a second with heights above take-off, and the distance that the app has
 * counted. If the positions are encrypted, or the aircraft had no fix, the summary in the header remains. Throws `LogProblem`.
 */
export async function readDjiLog(
  file: LogFile,
  start: Uint8Array,
  onProgress: (share: number) => void,
): Promise<RawLog | LogSummary> {
  const { version, records, summary } = await readDjiHeader(file, start);
  if (version > VERSIONS.lastReadable) return summary;
  const positions = new Positions(version, Date.parse(summary.startedAt));
  await readMessages(bytePieces(file, onProgress, ...records), positions.read);
  const list = positions.list.positions;
  const fixes = list.filter(({ longitude }) => !Number.isNaN(longitude));
  if (fixes.length * 2 < list.length || fixes.length < 2) return summary;
  return {
    format: 'dji-txt',
    positions: list,
    heightReference: 'take-off',
    distanceMeters: summary.distanceMeters ?? undefined,
  };
}
