import { readDjiHeader, VERSIONS } from './dji-header.ts';
import { unscrambled } from './dji-scramble.ts';
import { bytePieces, readMessages, type LogFile } from './log-file.ts';
import { PositionList, type LogSummary, type RawLog, type RawPosition } from './raw-log.ts';

/** The type of a record with a position, and its smallest length in bytes. */
const POSITION = 1;
const POSITION_BYTES = 44;
/** The byte after each record. */
const END = 0xff;
/** A record without more than this of the duration in its header is cut off. */
const MISSING = { seconds: 5, share: 0.02 } as const;
/** Smaller angles are no fix, in degrees. */
const NO_FIX = 1e-6;

const degrees = (angle: number) => (angle * 180) / Math.PI;

interface DjiPosition extends Pick<RawPosition, 'longitude' | 'latitude' | 'height'> {
  /** Seconds since the motors were started. */
  clock: number;
}

/** Reads the positions of records. */
class Positions {
  readonly list = new PositionList();
  readonly #version: number;
  readonly #start: number;
  #length: number | undefined;
  #clock = NaN;
  #seconds = 0;
  /** The last position, which is added when the next one shows that its clock is right. */
  #held: DjiPosition | undefined;

  constructor(version: number, start: number) {
    this.#version = version;
    this.#start = start;
  }

  /** Reads records. The clock of the aircraft is set back when its motors stop. Other parts, such as pictures, are skipped. Returns the number of bytes before an incomplete record. */
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
    this.#hold({
      longitude: degrees(view.getFloat64(0, true)),
      latitude: degrees(view.getFloat64(8, true)),
      height: view.getInt16(16, true) / 10,
      clock: view.getUint16(42, true) / 10,
    });
  }

  #hold(next: DjiPosition): void {
    this.#addHeld(next.clock);
    this.#held = next;
  }

  /** Adds the last position. Its clock is wrong if the clocks of its neighbours are in order, and its own one is not between them. */
  #addHeld(next: number): void {
    if (!this.#held) return;
    const { longitude, latitude, height, clock } = this.#held;
    const isWrong = this.#clock <= next && (clock < this.#clock || clock > next);
    const passed = clock - this.#clock;
    if (!isWrong) this.#clock = clock;
    if (!isWrong && passed > 0) this.#seconds += passed;
    const hasFix = Math.abs(longitude) > NO_FIX || Math.abs(latitude) > NO_FIX;
    const time = isWrong ? NaN : Math.round(this.#seconds * 10) * 100;
    this.list.add({
      longitude: hasFix ? longitude : NaN,
      latitude: hasFix ? latitude : NaN,
      height,
      time,
      instant: this.#start + time,
    });
  }

  /** Returns all positions. */
  end(): readonly RawPosition[] {
    this.#addHeld(NaN);
    return this.list.positions;
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
  const positions = new Positions(version, Date.parse(summary.startedAt ?? ''));
  await readMessages(bytePieces(file, onProgress, ...records), positions.read);
  const list = positions.end();
  const fixes = list.filter(({ longitude }) => !Number.isNaN(longitude));
  if (fixes.length < 2) return summary;
  const missing = summary.durationSeconds - (list.at(-1)?.time ?? 0) / 1000;
  return {
    positions: list,
    heightReference: 'take-off',
    isIncomplete: missing > MISSING.seconds + MISSING.share * summary.durationSeconds,
    distanceMeters: summary.distanceMeters ?? undefined,
  };
}
