import { dataFlash } from '../testing/binary-logs.ts';
import {
  airDataCsv,
  bytesOf,
  djiSrt,
  squareFlight,
  SRT_LAYOUTS,
  trackGpx,
  trackKml,
} from '../testing/flight-logs.ts';
import { readCsvLog } from './csv-log.ts';
import { readDataFlashLog } from './dataflash-log.ts';
import { readMessages, textOf, textPieces } from './log-file.ts';
import { LogProblem } from './log-problem.ts';
import type { RawLog } from './raw-log.ts';
import { readSrtLog } from './srt-log.ts';
import { readXmlLog } from './xml-log.ts';

/** Divides bytes into pieces of `length` bytes, as a file is divided into larger ones. */
async function* piecesOf(bytes: Uint8Array<ArrayBuffer>, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield Promise.resolve(bytes.slice(at, at + length));
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
    ['subtitles', text(readSrtLog, djiSrt(flight, SRT_LAYOUTS['Mini 3 Pro']))],
    ['an ArduPilot log', (length: number) => readDataFlashLog(piecesOf(dataFlash(flight), length))],
  ])('is the same as at once: %s', async (_what, read) => {
    const complete = await read(10_000_000);
    expect(complete.positions).toHaveLength(61);
    for (const length of [7, 100, 1024]) expect(await read(length)).toEqual(complete);
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
  const decode = (bytes: Uint8Array<ArrayBuffer>) => textOf(textPieces(piecesOf(bytes, 1)), 100);

  it('joins a character that is divided', async () => {
    expect(await decode(bytesOf('→ 30 m²'))).toBe('→ 30 m²');
  });

  it.each([
    ['in the middle', [0x41, 0xff, 0x42]],
    ['at the end', [0x41, 0xe2, 0x86]],
  ])('refuses invalid bytes %s', async (_where, bytes) => {
    const problem: unknown = await decode(Uint8Array.from(bytes)).catch((error: unknown) => error);
    expect(problem instanceof LogProblem && problem.code).toBe('binary');
  });
});
