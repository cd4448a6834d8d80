import { bytesOf, START, type FlownPosition } from './flight-logs.ts';

/** Height of the take-off above sea level, in metres. */
const SITE = 30;
/** Time from the start of the flight controller to take-off, in microseconds. */
const BOOT = 5_000_000;
const EVERY_DAY = 86_400_000;

/** Writes little-endian values one after the other. */
export class Writer {
  readonly #bytes: number[] = [];

  #number(bytes: number, write: (view: DataView) => void): this {
    const view = new DataView(new ArrayBuffer(bytes));
    write(view);
    return this.bytes(new Uint8Array(view.buffer));
  }

  bytes(bytes: Iterable<number>): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  u8 = (value: number) => this.bytes([value]);
  u16 = (value: number) => this.#number(2, (view) => view.setUint16(0, value, true));
  u32 = (value: number) => this.#number(4, (view) => view.setUint32(0, value, true));
  u64 = (value: number) => this.#number(8, (view) => view.setBigUint64(0, BigInt(value), true));
  i32 = (value: number) => this.#number(4, (view) => view.setInt32(0, Math.round(value), true));
  f32 = (value: number) => this.#number(4, (view) => view.setFloat32(0, value, true));
  f64 = (value: number) => this.#number(8, (view) => view.setFloat64(0, value, true));

  /** A text, filled with zeros to this number of bytes. */
  text(text: string, length = text.length): this {
    return this.bytes(bytesOf(text.padEnd(length, '\0')));
  }

  done = () => new Uint8Array(this.#bytes);
}

function ulogMessage(log: Writer, type: string, content: Writer): void {
  const bytes = content.done();
  log.u16(bytes.length).text(type).bytes(bytes);
}

/** A PX4 log (ULog) with 20 estimated positions a second, the receiver's positions, or both. */
export function ulog(
  flight: readonly FlownPosition[],
  topics: readonly ('estimate' | 'receiver')[] = ['estimate', 'receiver'],
): Uint8Array<ArrayBuffer> {
  const log = new Writer().bytes([0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 1]).u64(BOOT);
  ulogMessage(log, 'B', new Writer().bytes(new Uint8Array(40)));
  const formats = [
    'vehicle_global_position:uint64_t timestamp;double lat;double lon;float alt;',
    'vehicle_gps_position:uint64_t timestamp;uint64_t time_utc_usec;int32_t lat;int32_t lon;int32_t alt;uint8_t fix_type;',
  ];
  for (const format of formats) ulogMessage(log, 'F', new Writer().text(format));
  for (const [id, format] of formats.entries())
    ulogMessage(
      log,
      'A',
      new Writer()
        .u8(0)
        .u16(id)
        .text(format.split(':')[0] ?? ''),
    );
  for (const { longitude, latitude, height, seconds } of flight) {
    const time = BOOT + seconds * 1e6;
    const alt = height + SITE;
    if (topics.includes('receiver')) {
      const utc = (START + seconds * 1000) * 1000;
      const place = new Writer()
        .u16(1)
        .u64(time)
        .u64(utc)
        .i32(latitude * 1e7)
        .i32(longitude * 1e7);
      ulogMessage(log, 'D', place.i32(alt * 1000).u8(3));
    }
    if (!topics.includes('estimate')) continue;
    for (const later of [0, 50_000]) {
      const place = new Writer().u16(0).u64(time + (seconds === flight.at(-1)?.seconds ? 0 : later));
      ulogMessage(log, 'D', place.f64(latitude).f64(longitude).f32(alt));
    }
  }
  return log.done();
}

/**
 * A log of ArduPilot in the format DataFlash, with the positions of its receivers and, unless `withoutEstimate`, the estimated ones.
 * Further receivers are 3 m to the north. Unless the log is `sound`, bytes between its messages are damaged.
 */
export function dataFlash(
  flight: readonly FlownPosition[],
  { withoutEstimate = false, sound = false, receivers = 1 } = {},
): Uint8Array<ArrayBuffer> {
  const log = new Writer();
  const message = (type: number) => log.bytes([0xa3, 0x95, type]);
  const format = (type: number, length: number, name: string, fields: string, labels: string) =>
    message(128).u8(type).u8(length).text(name, 4).text(fields, 16).text(labels, 64);
  format(128, 89, 'FMT', 'BBnNZ', 'Type,Length,Name,Format,Columns');
  format(130, 32, 'GPS', 'QBBIHBLLe', 'TimeUS,I,Status,GMS,GWk,NSats,Lat,Lng,Alt');
  format(131, 27, 'POS', 'QLLff', 'TimeUS,Lat,Lng,Alt,RelHomeAlt');
  for (const { longitude, latitude, height, seconds } of flight) {
    const sinceEpoch = START + seconds * 1000 + 18_000 - Date.UTC(1980, 0, 6);
    const [week, rest] = [Math.floor(sinceEpoch / (7 * EVERY_DAY)), sinceEpoch % (7 * EVERY_DAY)];
    const [time, north, east] = [BOOT + seconds * 1e6, latitude * 1e7, longitude * 1e7];
    for (let receiver = 0; receiver < receivers; receiver += 1)
      message(130)
        .u64(time + receiver * 200_000)
        .u8(receiver)
        .u8(3)
        .u32(rest)
        .u16(week)
        .u8(17)
        .i32(north + receiver * 270)
        .i32(east)
        .i32((height + SITE) * 100);
    if (!sound) log.bytes([0xa3, 0x00, 7]);
    if (withoutEstimate) continue;
    message(131)
      .u64(time)
      .i32(north)
      .i32(east)
      .f32(height + SITE)
      .f32(height);
  }
  return log.done();
}
