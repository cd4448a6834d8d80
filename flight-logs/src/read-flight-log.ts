import {
  isDistanceOf,
  measureTrack,
  type CountedDistance,
  type FlightEvidenceBody,
  type FlightTrack,
} from '@dps/contract';
import { readCsvLog } from './csv-log.ts';
import { readDataFlashLog } from './dataflash-log.ts';
import { isDjiRecord } from './dji-header.ts';
import { readDjiLog } from './dji-log.ts';
import { readGeoJsonLog } from './geojson-log.ts';
import { gutmaLogging, readGutmaLog } from './gutma-log.ts';
import { documentPieces } from './kmz-log.ts';
import { LogProblem } from './log-problem.ts';
import { readXmlLog } from './xml-log.ts';
import { bytePieces, textPieces, type LogFile } from './log-file.ts';
import { isDataFlash, isULog, isZipped, START_BYTES, startOfText } from './log-text.ts';
import { requirePlausible, trackOf } from './log-track.ts';
import type { LogSummary, RawLog } from './raw-log.ts';
import { isSrt, readSrtLog } from './srt-log.ts';
import { thinTrack } from './thin-track.ts';
import { readULog } from './ulog-log.ts';

export { LogProblem } from './log-problem.ts';
export type { LogFile } from './log-file.ts';

/** The evidence of a log, without the camera. */
export interface FlightLog {
  evidence: FlightEvidenceBody;
  /** Number of invalid positions. */
  skipped: number;
}

const FILE_NAME_MAX = 255;

async function readRaw(file: LogFile, onProgress: (share: number) => void): Promise<RawLog | LogSummary> {
  const start = await file.read(0, Math.min(START_BYTES, file.size));
  if (isDjiRecord(start, file.size)) return readDjiLog(file, start, onProgress);
  if (isULog(start)) return readULog(file);
  if (isDataFlash(start)) return readDataFlashLog(bytePieces(file, onProgress));
  if (isZipped(start))
    return { ...(await readXmlLog(textPieces(documentPieces(file, onProgress)))), format: 'kmz' };
  return readText(startOfText(file.name, start), textPieces(bytePieces(file, onProgress)));
}

async function readText(start: string, pieces: AsyncIterable<string>): Promise<RawLog> {
  if (start.startsWith('<')) return readXmlLog(pieces);
  if (isSrt(start)) return readSrtLog(pieces);
  return start.startsWith('{') || start.startsWith('[')
    ? readJson(await parseJson(pieces))
    : readCsvLog(pieces);
}

/** Parses JSON, which is complete in memory. Throws `LogProblem`. */
export async function parseJson(pieces: AsyncIterable<string>): Promise<unknown> {
  let text = '';
  for await (const piece of pieces) text += piece;
  try {
    const document: unknown = JSON.parse(text);
    return document;
  } catch {
    throw new LogProblem(/[\]}]\s*$/.test(text.slice(-1000)) ? 'badJson' : 'truncated');
  }
}

function readJson(document: unknown): RawLog {
  const logging = gutmaLogging(document);
  return logging ? readGutmaLog(logging) : readGeoJsonLog(document);
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
    format: 'dji-txt',
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
  } satisfies Partial<FlightEvidenceBody>;
}

/**
 * Reads a flight log. The content determines the format, not the file name.
 *
 * @param onProgress receives the progress, 0 to 1
 * @throws LogProblem if the log cannot be read
 */
export async function readFlightLog(file: LogFile, onProgress: (share: number) => void): Promise<FlightLog> {
  const raw = await readRaw(file, (share) => onProgress(share * 0.7));
  const facts = {
    fileName: Array.from(file.name.toWellFormed()).slice(0, FILE_NAME_MAX).join(''),
    sha256: await digestOf(file),
    camera: null,
  };
  if (!('positions' in raw)) return { evidence: { ...facts, ...summaryEvidence(raw) }, skipped: 0 };
  onProgress(0.7);
  const { track, distance, startedAt, skipped } = trackOf(raw);
  const measures = measureTrack(track);
  onProgress(0.8);
  const thin = thinTrack(track);
  const figures = {
    ...measures,
    ...countedDistance(raw, distance, thin),
    startedAt,
    positions: track.longitudes.length,
  };
  requirePlausible(thin, figures);
  const { longitudes, latitudes, heights, seconds } = thin;
  const evidence: FlightEvidenceBody = {
    ...facts,
    format: raw.format,
    heightReference: raw.heightReference,
    figures,
    track: {
      longitudes: [...longitudes],
      latitudes: [...latitudes],
      heights: heights && [...heights],
      seconds: [...seconds],
    },
  };
  return { evidence, skipped };
}
