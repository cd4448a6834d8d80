import {
  isDistanceOf,
  measureTrack,
  type CountedDistance,
  type LogEvidence,
  type FlightTrack,
  type LogFormat,
} from '@dps/contract';
import { FORMATS } from './formats.ts';
import { startOfText } from './foreign-files.ts';
import { bytePieces, textPieces, type LogFile } from './log-file.ts';
import { LogProblem } from './log-problem.ts';
import { requirePlausible, trackOf } from './log-track.ts';
import type { LogSummary, RawLog } from './raw-log.ts';
import { BINARY_READERS, TABLE_READER, TEXT_READERS, type AnyLog } from './readers.ts';
import { thinTrack } from './thin-track.ts';

export { LogProblem } from './log-problem.ts';
export type { LogFile } from './log-file.ts';

const FILE_NAME_MAX = 255;
/** Number of bytes at the start of a file that determine its format. */
const START_BYTES = 65_536;

interface ReadLog {
  format: LogFormat;
  log: RawLog | LogSummary;
}

/** Reads the log of a format. Its problems state what to do with a file of this format. */
async function readAs(format: LogFormat, read: () => Promise<AnyLog | LogSummary>): Promise<ReadLog> {
  try {
    const log = await read();
    return { format: ('format' in log && log.format) || format, log };
  } catch (error) {
    const isLacking = error instanceof LogProblem && (error.code === 'truncated' || error.code === 'damaged');
    throw isLacking ? new LogProblem(error.code, FORMATS[format].advice) : error;
  }
}

async function readRaw(file: LogFile, onProgress: (share: number) => void): Promise<ReadLog> {
  const start = await file.read(0, Math.min(START_BYTES, file.size));
  const binary = BINARY_READERS.find(({ recognise }) => recognise(start, file));
  if (binary) return readAs(binary.format, () => binary.read(file, onProgress, start));
  const text = startOfText(file.name, start);
  const reader = TEXT_READERS.find(({ recognise }) => recognise(text)) ?? TABLE_READER;
  return readAs(reader.format, () => reader.read(textPieces(bytePieces(file, onProgress))));
}

/**
 * Web Crypto has no digest in pieces. This is the only time that the complete file is in memory.
 *
 * @throws LogProblem on an insecure origin, which has no digests
 */
async function digestOf(file: LogFile): Promise<string> {
  if (!('subtle' in crypto)) throw new LogProblem('insecure');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.read(0, file.size)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the distance that the log has counted if its track allows it, otherwise that of the positions. */
function countedDistance({ distanceMeters = NaN }: RawLog, distance: CountedDistance, thin: FlightTrack) {
  const ofLog = { distanceMeters: Math.round(distanceMeters * 10) / 10, distanceSource: 'log' } as const;
  const counted = [ofLog, distance].find((each) => isDistanceOf(thin, each));
  return counted ?? { distanceMeters: measureTrack(thin).distanceMeters };
}

/** Returns the evidence of a record whose positions cannot be read: the figures of its header, and no track. */
function summaryEvidence({ startedAt, durationSeconds, distanceMeters, maxHeightMeters }: LogSummary) {
  return {
    heightReference: maxHeightMeters === null ? null : 'take-off',
    figures: {
      startedAt,
      durationSeconds,
      distanceMeters: Math.round((distanceMeters ?? 0) * 10) / 10,
      distanceSource: 'log',
      positions: 0,
      areaSquareMeters: 0,
      maxHeightMeters: maxHeightMeters === null ? null : Math.round(maxHeightMeters * 10) / 10,
      secondsAboveLimit: null,
    },
  } satisfies Partial<LogEvidence>;
}

/**
 * Reads a flight log and returns its evidence, without the camera. The content determines the format, not the file name.
 *
 * @param onProgress receives the progress, 0 to 1
 * @throws LogProblem if the log cannot be read
 */
export async function readFlightLog(
  file: LogFile,
  onProgress: (share: number) => void,
): Promise<LogEvidence> {
  const { format, log } = await readRaw(file, (share) => onProgress(share * 0.7));
  const facts = {
    format,
    fileName: Array.from(file.name.toWellFormed()).slice(0, FILE_NAME_MAX).join(''),
    sha256: await digestOf(file),
    camera: null,
  };
  if (!('positions' in log)) return { ...facts, ...summaryEvidence(log) };
  onProgress(0.7);
  const { track, distance, startedAt, skipped, isCut } = trackOf(log);
  const measures = measureTrack(track);
  onProgress(0.8);
  const thin = thinTrack(track);
  const figures = {
    ...measures,
    ...countedDistance(log, distance, thin),
    startedAt,
    positions: track.longitudes.length,
    ...(skipped > 0 && { skippedPositions: skipped }),
  };
  requirePlausible(thin, figures);
  const { longitudes, latitudes, heights, seconds } = thin;
  return {
    ...facts,
    heightReference: heights && log.heightReference,
    ...((log.isIncomplete || isCut) && { incomplete: true }),
    figures,
    track: {
      longitudes: [...longitudes],
      latitudes: [...latitudes],
      heights: heights && [...heights],
      seconds: [...seconds],
    },
  };
}
