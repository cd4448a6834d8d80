import { unscrambled } from '../dji-scramble.ts';
import { Writer } from './binary-logs.ts';
import { START, type FlownPosition } from './flight-logs.ts';

const DETAILS_BYTES = 400;
const PREFIX_BYTES = 100;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The figures that the app writes into the header. */
export const DJI_FIGURES = { start: START, seconds: 60, distance: 812.5, height: 100, speed: 20 };

function detailsOf(figures: typeof DJI_FIGURES): Uint8Array<ArrayBuffer> {
  const details = new Writer().text('', 91).u64(figures.start).f64(-76.6).f64(39.28);
  details
    .f32(figures.distance)
    .i32(figures.seconds * 1000)
    .f32(figures.height)
    .f32(figures.speed);
  return details.text('', DETAILS_BYTES - 131).done();
}

/** Scrambling is its own inverse. */
const scrambled = (body: Uint8Array, type: number) => {
  const first = 0x1f;
  return [first, ...unscrambled(Uint8Array.from([first, ...body]), type)];
};

function positionOf({ longitude, latitude, height, seconds }: FlownPosition): Uint8Array<ArrayBuffer> {
  const body = new Writer().f64(radians(longitude)).f64(radians(latitude));
  return body
    .u16(height * 10)
    .text('', 24)
    .u16(seconds * 10)
    .text('', 9)
    .done();
}

interface Options {
  version?: number;
  /** Replace figures of the header. */
  figures?: Partial<typeof DJI_FIGURES>;
}

/** A flight record of a DJI app: with plain records to version 6, scrambled ones to version 12, and then only a header that can be read. */
export function djiRecord(
  flight: readonly FlownPosition[],
  { version = 8, figures = {} }: Options = {},
): Uint8Array<ArrayBuffer> {
  const details = detailsOf({ ...DJI_FIGURES, ...figures });
  const records = new Writer();
  const add = (type: number, body: Uint8Array) => {
    const block = version > 6 ? scrambled(body, type) : body;
    records.bytes([type, block.length]).bytes(block).bytes([0xff]);
  };
  for (const position of flight) {
    add(5, new Uint8Array(18));
    add(1, positionOf(position));
  }
  // A picture, with bytes that look like a record.
  records.bytes([0xff, 0xd8, 1, 2, 0, 0, 0xff, 0xff, 0xd9]);
  const [start, isBefore] = [version < 6 ? 12 : PREFIX_BYTES, version < 12];
  const offset = isBefore ? start + records.done().length : start;
  const prefix = new Writer()
    .u64(offset)
    .u16(DETAILS_BYTES)
    .bytes([version])
    .text('', start - 11)
    .done();
  const block = scrambled(new Writer().bytes([1]).u16(DETAILS_BYTES).bytes(details).done(), 0);
  const header = version > 12 ? new Writer().bytes([0]).u16(block.length).bytes(block).done() : details;
  // The details of version 12 have room for 436 bytes.
  const room = version === 12 ? new Uint8Array(436 - DETAILS_BYTES) : [];
  const record = new Writer().bytes(prefix);
  const content = records.done();
  const parts = isBefore ? [content, header] : [header, room, content];
  for (const part of parts) record.bytes(part);
  return record.done();
}
