import { readMessages } from './log-file.ts';
import { PositionList, QGROUNDCONTROL_MOVE, ReceiverClock, type RawLog } from './raw-log.ts';

const HEADER = [0xa3, 0x95] as const;
/** The type of the messages that describe the other types. */
const FORMAT_TYPE = 128;
const FORMAT_BYTES = 89;
/** A fix in three dimensions. */
const FIX = 3;
const WEEK_MS = 604_800_000;
const GPS_EPOCH = Date.UTC(1980, 0, 6);
/** The difference between GPS time and UTC since 2017. */
const LEAP_MS = 18_000;

type Read = (view: DataView, at: number) => number;

/** Bytes of a field, and how it is read: `LogStructure.h` of ArduPilot. Texts and lists are not read. */
const FIELDS: Readonly<Record<string, readonly [bytes: number, read?: Read]>> = {
  a: [64],
  b: [1, (view, at) => view.getInt8(at)],
  B: [1, (view, at) => view.getUint8(at)],
  c: [2, (view, at) => view.getInt16(at, true) / 100],
  C: [2, (view, at) => view.getUint16(at, true) / 100],
  d: [8, (view, at) => view.getFloat64(at, true)],
  e: [4, (view, at) => view.getInt32(at, true) / 100],
  E: [4, (view, at) => view.getUint32(at, true) / 100],
  f: [4, (view, at) => view.getFloat32(at, true)],
  g: [2],
  h: [2, (view, at) => view.getInt16(at, true)],
  H: [2, (view, at) => view.getUint16(at, true)],
  i: [4, (view, at) => view.getInt32(at, true)],
  I: [4, (view, at) => view.getUint32(at, true)],
  L: [4, (view, at) => view.getInt32(at, true) / 1e7],
  M: [1],
  n: [4],
  N: [16],
  q: [8],
  Q: [8, (view, at) => Number(view.getBigUint64(at, true))],
  Z: [64],
};

/** A type of messages: its name, its length in bytes, and the field of each label. */
interface Format {
  name: string;
  length: number;
  fields: ReadonlyMap<string, (view: DataView, start: number) => number>;
}

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length)).replace(/\0.*$/s, '');

/** Returns the type that a format message describes, and its format. */
function formatAt(bytes: Uint8Array, at: number): [type: number, Format] {
  const [types, labels] = [textAt(bytes, at + 9, 16), textAt(bytes, at + 25, 64).split(',')];
  const fields = new Map<string, (view: DataView, start: number) => number>();
  let offset = HEADER.length + 1;
  for (const [index, type] of Array.from(types).entries()) {
    const [size, read] = FIELDS[type] ?? [0];
    const place = offset;
    if (read) fields.set(labels[index] ?? '', (view, start) => read(view, start + place));
    offset += size;
  }
  return [bytes[at + 3] ?? 0, { name: textAt(bytes, at + 5, 4), length: bytes[at + 4] ?? 0, fields }];
}

const isMessage = (bytes: Uint8Array, at: number) => bytes[at] === HEADER[0] && bytes[at + 1] === HEADER[1];

/** Returns the instant of a GPS message in UTC. */
const instantOf = (valueOf: (label: string) => number) =>
  GPS_EPOCH + valueOf('GWk') * WEEK_MS + valueOf('GMS') - LEAP_MS;

/** Reads the positions of messages. */
class Positions {
  readonly estimated = new PositionList();
  readonly received = new PositionList();
  readonly clock = new ReceiverClock();
  /** Number of bytes that are in no message. */
  damaged = 0;
  /** The number of the receiver: a second one is metres away. */
  #receiver = NaN;
  readonly #formats = new Map<number, Format>();

  /** Reads messages and skips damaged parts. Returns the number of bytes before a message that continues in the next piece. */
  readonly read = (bytes: Uint8Array): number => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    while (at + HEADER.length < bytes.length) {
      const type = isMessage(bytes, at) ? (bytes[at + 2] ?? 0) : -1;
      const format = this.#formats.get(type);
      const length = type === FORMAT_TYPE ? FORMAT_BYTES : (format?.length ?? 0);
      if (at + length > bytes.length) break;
      if (type === FORMAT_TYPE) this.#formats.set(...formatAt(bytes, at));
      else if (format) this.#add(format, view, at);
      else this.damaged += 1;
      at += Math.max(length, 1);
    }
    return at;
  };

  #add({ name, fields }: Format, view: DataView, start: number): void {
    if (name !== 'POS' && name !== 'GPS') return;
    const valueOf = (label: string) => fields.get(label)?.(view, start) ?? NaN;
    const place = { longitude: valueOf('Lng'), latitude: valueOf('Lat'), instant: NaN };
    const time = valueOf('TimeUS') / 1000;
    if (name === 'POS') this.estimated.add({ ...place, height: valueOf('RelHomeAlt'), time });
    else if (valueOf('Status') >= FIX) {
      const receiver = valueOf('I');
      if (Number.isNaN(this.#receiver)) this.#receiver = receiver;
      if (receiver !== this.#receiver && !Number.isNaN(receiver)) return;
      this.received.add({ ...place, height: valueOf('Alt'), time });
      this.clock.read(instantOf(valueOf), time);
    }
  }
}

/**
 * Reads a log of ArduPilot in its binary format DataFlash, which describes its own messages. `POS` has the estimated positions with heights
 * above the home position, where the aircraft took off. A log without them has the positions of its receiver in `GPS`.
 * Damaged parts are skipped.
 */
export async function readDataFlashLog(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<RawLog> {
  const messages = new Positions();
  const rest = await readMessages(pieces, messages.read);
  const { estimated, received, clock, damaged } = messages;
  const isEstimated = estimated.positions.length > 0;
  return {
    positions: (isEstimated ? estimated : received).since(clock),
    heightReference: isEstimated ? 'take-off' : 'first-position',
    isIncomplete: rest + damaged > 0,
    smallestMove: QGROUNDCONTROL_MOVE,
  };
}
