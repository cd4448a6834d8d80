import type { LogFormat } from '@dps/contract';
import { readCsvLog } from './csv-log.ts';
import { readDataFlashLog } from './dataflash-log.ts';
import { isDjiRecord } from './dji-header.ts';
import { readDjiLog } from './dji-log.ts';
import { readGeoJsonLog } from './geojson-log.ts';
import { gutmaMessage, readGutmaLog } from './gutma-log.ts';
import { documentPieces } from './kmz-log.ts';
import { bytePieces, textPieces, type LogFile } from './log-file.ts';
import { LogProblem } from './log-problem.ts';
import type { LogSummary, RawLog } from './raw-log.ts';
import { isSrt, readSrtLog } from './srt-log.ts';
import { readULog } from './ulog-log.ts';
import { readXmlLog } from './xml-log.ts';

/** A log; its format if one reader reads several. */
export type AnyLog = RawLog & { format?: LogFormat };

interface BinaryReader {
  format: LogFormat;
  /** Returns whether a file has the format, by its first bytes. */
  recognise: (start: Uint8Array, file: LogFile) => boolean;
  read: (
    file: LogFile,
    onProgress: (share: number) => void,
    start: Uint8Array,
  ) => Promise<AnyLog | LogSummary>;
}

interface TextReader {
  format: LogFormat;
  /** Returns whether a text has the format, by its start. */
  recognise: (start: string) => boolean;
  read: (pieces: AsyncIterable<string>) => Promise<AnyLog>;
}

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((each, index) => bytes[index] === each);

/** Parses JSON, which is complete in memory. Throws `LogProblem`. */
export async function readJson(pieces: AsyncIterable<string>): Promise<AnyLog> {
  let text = '';
  for await (const piece of pieces) text += piece;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new LogProblem(/[\]}]\s*$/.test(text.slice(-1000)) ? 'badJson' : 'truncated');
  }
  const message = gutmaMessage(document);
  return message ? { ...readGutmaLog(message), format: 'gutma' } : readGeoJsonLog(document);
}

/** The readers of binary files. A new format needs a row here or in `TEXT_READERS`, and one in `FORMATS`. */
export const BINARY_READERS: readonly BinaryReader[] = [
  {
    format: 'dji-txt',
    recognise: isDjiRecord,
    read: (file, onProgress, start) => readDjiLog(file, start, onProgress),
  },
  {
    format: 'ulog',
    recognise: (start) => startsWith(start, 0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35),
    read: readULog,
  },
  {
    // Two header bytes, and the type of a format message.
    format: 'ardupilot',
    recognise: (start) => startsWith(start, 0xa3, 0x95, 0x80),
    read: (file, onProgress) => readDataFlashLog(bytePieces(file, onProgress)),
  },
  {
    format: 'kmz',
    recognise: (start) => startsWith(start, 0x50, 0x4b, 0x03, 0x04),
    read: async (file, onProgress) => ({
      ...(await readXmlLog(textPieces(documentPieces(file, onProgress)))),
      format: 'kmz',
    }),
  },
];

/** The readers of texts. */
export const TEXT_READERS: readonly TextReader[] = [
  { format: 'kml', recognise: (text) => text.startsWith('<'), read: readXmlLog },
  { format: 'dji-srt', recognise: isSrt, read: readSrtLog },
  { format: 'geojson', recognise: (text) => /^[{[]/.test(text), read: readJson },
];

/** The reader of any other text. */
export const TABLE_READER = { format: 'csv', read: readCsvLog } as const;
