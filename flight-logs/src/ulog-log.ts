import { ULog, type FieldValue } from '@foxglove/ulog';
import { bytePieces, readMessages, type LogFile } from './log-file.ts';
import { LogProblem } from './log-problem.ts';
import {
  PositionList,
  QGROUNDCONTROL_MOVE,
  ReceiverClock,
  type RawLog,
  type RawPosition,
} from './raw-log.ts';

/** The estimated positions of the aircraft, and those of its receiver, which a log without an estimate has. */
const ESTIMATE = 'vehicle_global_position';
const RECEIVER = 'vehicle_gps_position';
/** A fix in three dimensions. */
const FIX = 3;

type Fields = Readonly<Record<string, FieldValue | undefined>>;

const numberOf = (value: FieldValue | undefined): number =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;

/** Milliseconds of a field in microseconds. */
const millisecondsOf = (value: FieldValue | undefined) => numberOf(value) / 1000;

/** Returns the position of a message: degrees and metres, or integers of 1e-7 degrees and millimetres before PX4 1.14. */
function positionOf(fields: Fields, topic: string): RawPosition {
  const time = millisecondsOf(fields['timestamp']);
  if (topic === ESTIMATE) {
    const [longitude, latitude, height] = [fields['lon'], fields['lat'], fields['alt']].map(numberOf);
    return {
      longitude: longitude ?? NaN,
      latitude: latitude ?? NaN,
      height: height ?? NaN,
      time,
      instant: NaN,
    };
  }
  const hasFix = numberOf(fields['fix_type']) >= FIX;
  const isNew = fields['latitude_deg'] !== undefined;
  const longitude = isNew ? numberOf(fields['longitude_deg']) : numberOf(fields['lon']) / 1e7;
  const latitude = isNew ? numberOf(fields['latitude_deg']) : numberOf(fields['lat']) / 1e7;
  const height = isNew ? numberOf(fields['altitude_msl_m']) : numberOf(fields['alt']) / 1000;
  return hasFix
    ? { longitude, latitude, height, time, instant: NaN }
    : { longitude: NaN, latitude: NaN, height: NaN, time, instant: NaN };
}

/** Bytes of the file header, and of the header of a message: its size and its type. */
const HEADER_BYTES = { file: 16, message: 3 } as const;
/** The types of messages. */
const TYPES = new Set(Array.from('BFIMPQARDLCSO', (type) => type.charCodeAt(0)));

/** Returns whether a file consists of complete messages only: a loss of power cuts the last one, and a bad block damages some. */
async function isSound(file: LogFile, onProgress: (share: number) => void): Promise<boolean> {
  let isDamaged = false;
  const rest = await readMessages(bytePieces(file, onProgress, HEADER_BYTES.file), (bytes) => {
    let at = 0;
    while (!isDamaged && at + HEADER_BYTES.message <= bytes.length) {
      const length = HEADER_BYTES.message + (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
      isDamaged = !TYPES.has(bytes[at + 2] ?? 0);
      if (at + length > bytes.length) break;
      at += length;
    }
    return isDamaged ? bytes.length : at;
  });
  return file.size >= HEADER_BYTES.file && !isDamaged && rest === 0;
}

async function read(file: LogFile): Promise<RawLog> {
  const log = new ULog({
    open: () => Promise.resolve(file.size),
    read: (offset, length) => file.read(offset, Math.min(offset + length, file.size)),
    size: () => file.size,
  });
  await log.open();
  // Further receivers and estimates have higher numbers.
  const topics = new Map([...log.subscriptions].filter(([, { multiId }]) => multiId === 0));
  const lists = { [ESTIMATE]: new PositionList(), [RECEIVER]: new PositionList() };
  const clock = new ReceiverClock();
  const isRead = ([, { name }]: [number, { name: string }]) => name === ESTIMATE || name === RECEIVER;
  const msgIds = new Set([...topics].filter(isRead).map(([id]) => id));
  for await (const message of log.readMessages({ msgIds, includeLogs: false })) {
    if (!('value' in message) || !('msgId' in message)) continue;
    const topic = topics.get(message.msgId)?.name;
    if (topic !== ESTIMATE && topic !== RECEIVER) continue;
    const fields: Fields = message.value;
    if (topic === RECEIVER)
      clock.read(millisecondsOf(fields['time_utc_usec']), millisecondsOf(fields['timestamp']));
    lists[topic].add(positionOf(fields, topic));
  }
  const list = lists[ESTIMATE].positions.length > 0 ? lists[ESTIMATE] : lists[RECEIVER];
  return {
    positions: list.since(clock),
    heightReference: 'first-position',
    smallestMove: QGROUNDCONTROL_MOVE,
  };
}

/**
 * Reads a PX4 log (ULog): the estimated positions of the aircraft, at most ten a second. Their altitudes are above sea level. Throws
 * `LogProblem`.
 */
export async function readULog(file: LogFile, onProgress: (share: number) => void): Promise<RawLog> {
  try {
    return { ...(await read(file)), isIncomplete: !(await isSound(file, onProgress)) };
  } catch (error) {
    if (error instanceof LogProblem) throw error;
    throw new LogProblem((await isSound(file, onProgress)) ? 'damaged' : 'truncated');
  }
}
