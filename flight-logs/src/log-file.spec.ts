import { zipSync } from 'fflate';
import { dataFlash } from './testing/binary-logs.ts';
import {
  airDataCsv,
  bytesOf,
  djiSrt,
  gutmaLog,
  lineGeoJson,
  logFile,
  squareFlight,
  SRT_LAYOUTS,
  trackGpx,
  trackKml,
} from './testing/flight-logs.ts';
import { readCsvLog } from './csv-log.ts';
import { readDataFlashLog } from './dataflash-log.ts';
import { documentPieces } from './kmz-log.ts';
import { readMessages, textPieces } from './log-file.ts';
import type { RawLog } from './raw-log.ts';
import { readJson } from './readers.ts';
import { readSrtLog } from './srt-log.ts';
import { readXmlLog } from './xml-log.ts';

/** Divides bytes into pieces of `length` bytes, as a file is divided into larger ones. */
async function* piecesOf(bytes: Uint8Array<ArrayBuffer>, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield Promise.resolve(bytes.slice(at, at + length));
}

async function allOf<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

const flight = squareFlight();
const text =
  (read: (pieces: AsyncIterable<string>) => Promise<RawLog>, content: string) => (length: number) =>
    read(textPieces(piecesOf(bytesOf(content), length)));

describe('a log in pieces', () => {
  it.each([
    [
      'a table with line breaks in quotes',
      text(readCsvLog, airDataCsv(flight).replaceAll('Home, ', 'Home →\n')),
    ],
    ['GPX', text(readXmlLog, ` \n${trackGpx(flight)}\n`)],
    ['KML', text(readXmlLog, trackKml(flight))],
    ['GeoJSON', text(readJson, lineGeoJson(flight))],
    ['GUTMA', text(readJson, gutmaLog(flight))],
    ['subtitles', text(readSrtLog, djiSrt(flight, SRT_LAYOUTS['Mini 3 Pro']))],
    ['an ArduPilot log', (length: number) => readDataFlashLog(piecesOf(dataFlash(flight), length))],
  ])('[EVID-1] is the same as at once: %s', async (_what, read) => {
    const complete = await read(10_000_000);
    expect(complete.positions).toHaveLength(61);
    for (const length of [7, 1024]) expect(await read(length)).toEqual(complete);
  });
});

describe('the document of a KMZ archive', () => {
  const photo = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * index) >> 5);
  const kml = bytesOf(`${trackKml(flight)}${' '.repeat(3_000_000)}`);

  it.each([
    ['is inflated', 6],
    ['can be stored', 0],
  ] as const)('%s in pieces, without the other files', async (_how, level) => {
    const archive = zipSync({ 'a.jpg': [photo, { level: 0 }], 'doc.kml': [kml, { level }] });
    const file = logFile(new Uint8Array(archive));
    const reads: number[] = [];
    const read = (start: number, end: number) => {
      reads.push(end - start);
      return file.read(start, end);
    };
    const pieces = await allOf(documentPieces({ ...file, read }, () => {}));
    expect(Buffer.concat(pieces).equals(kml)).toBe(true);
    expect(Math.max(...reads)).toBeLessThanOrEqual(1 << 20);
    expect(reads.reduce((sum, length) => sum + length)).toBeLessThan(level === 0 ? 3_200_000 : 100_000);
  });
});

describe('readMessages', () => {
  it('joins a message that begins in one piece and ends in the next', async () => {
    const read: number[][] = [];
    await readMessages(piecesOf(new Uint8Array([1, 2, 3, 4, 5, 6, 7]), 2), (bytes) => {
      const length = bytes.length - (bytes.length % 3);
      read.push([...bytes.subarray(0, length)]);
      return length;
    });
    expect(read.flat()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('textPieces', () => {
  const decode = async (bytes: Uint8Array<ArrayBuffer>) =>
    (await allOf(textPieces(piecesOf(bytes, 1)))).join('');

  it('joins a character that is divided', async () => {
    expect(await decode(bytesOf('→ 30 m²'))).toBe('→ 30 m²');
  });

  it('keeps the numbers of a text in another encoding', async () => {
    expect(await decode(Uint8Array.from([0x46, 0xfc, 0x20, 0x31, 0x32]))).toBe('F� 12');
  });
});
