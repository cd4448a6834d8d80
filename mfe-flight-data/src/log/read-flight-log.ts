import {
  isDistanceOf,
  measureTrack,
  type CountedDistance,
  type FlightEvidenceBody,
  type FlightTrack,
} from '@dps/contract';
import { readCsvLog } from './csv-log.ts';
import { readDataFlashLog } from './dataflash-log.ts';
import { parseJson, readGeoJsonLog } from './geojson-log.ts';
import { gutmaLogging, readGutmaLog } from './gutma-log.ts';
import { readXmlLog } from './xml-log.ts';
import { decodeLog, isDataFlash, isULog, isZipped } from './log-text.ts';
import { requirePlausible, trackOf } from './log-track.ts';
import type { RawLog } from './raw-log.ts';
import { isSrt, readSrtLog } from './srt-log.ts';
import { thinTrack } from './thin-track.ts';
import { readULog } from './ulog-log.ts';

/** The evidence of a log, without the camera. */
export interface FlightLog {
  evidence: FlightEvidenceBody;
  /** Number of invalid positions. */
  skipped: number;
}

const FILE_NAME_MAX = 255;

function readRaw(
  name: string,
  bytes: Uint8Array,
  onProgress: (share: number) => void,
): RawLog | Promise<RawLog> {
  if (isULog(bytes)) return readULog(bytes);
  if (isDataFlash(bytes)) return readDataFlashLog(bytes);
  const text = decodeLog(name, bytes);
  const start = text.trimStart()[0];
  if (start === '<') return readXmlLog(text);
  if (isSrt(text)) return readSrtLog(text);
  return start === '{' || start === '[' ? readJson(parseJson(text)) : readCsvLog(text, onProgress);
}

function readJson(document: unknown): RawLog {
  const logging = gutmaLogging(document);
  return logging ? readGutmaLog(logging) : readGeoJsonLog(document);
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the distance that the log has counted if its track allows it, otherwise that of the positions. */
function countedDistance({ distanceMeters = NaN }: RawLog, distance: CountedDistance, thin: FlightTrack) {
  const ofLog = { distanceMeters: Math.round(distanceMeters * 10) / 10, distanceSource: 'log' } as const;
  const counted = [ofLog, distance].find((each) => isDistanceOf(thin, each));
  return counted ?? { distanceMeters: measureTrack(thin).distanceMeters };
}

/**
 * Reads a flight log. The content determines the format, not the file name.
 *
 * @param onProgress receives the progress, 0 to 1
 * @throws LogProblem if the log cannot be read
 */
export async function readFlightLog(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  onProgress: (share: number) => void,
): Promise<FlightLog> {
  const raw = await readRaw(name, bytes, (share) => onProgress(share * 0.7));
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
    format: isZipped(bytes) ? 'kmz' : raw.format,
    fileName: Array.from(name.toWellFormed()).slice(0, FILE_NAME_MAX).join(''),
    sha256: await digestOf(bytes),
    heightReference: raw.heightReference,
    camera: null,
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
