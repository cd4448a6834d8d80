import { Inflate } from 'fflate';
import { FLIGHT_LOG_MAX_BYTES } from '@dps/contract';
import { bytePieces, partsOf, type LogFile } from './log-file.ts';
import { LogProblem } from './log-problem.ts';

/** Signatures and lengths of the records of a ZIP archive (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
const END = { signature: 0x06054b50, length: 22, commentMax: 65_535 };
const ENTRY = { signature: 0x02014b50, length: 46 };
const HEADER = { signature: 0x04034b50, length: 30 };

/** Number of compressed bytes that are inflated at once. Each can become a thousand. */
const PART_BYTES = 1 << 14;

/** The place of a compressed file in its archive, in bytes. */
interface Place {
  start: number;
  end: number;
  isStored: boolean;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Reads the directory of an archive, which is at its end. */
async function directoryOf(archive: LogFile): Promise<DataView> {
  const from = Math.max(0, archive.size - END.length - END.commentMax);
  const view = viewOf(await archive.read(from, archive.size));
  for (let at = view.byteLength - END.length; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END.signature) continue;
    const start = view.getUint32(at + 16, true);
    return viewOf(await archive.read(start, start + view.getUint32(at + 12, true)));
  }
  throw new LogProblem('truncated');
}

/** Returns the place of the first KML file of a KMZ archive, which is its document (OGC KML 2.3, annex C). */
async function documentPlace(archive: LogFile): Promise<Place> {
  const directory = await directoryOf(archive);
  const shortAt = (at: number) => directory.getUint16(at, true);
  let at = 0;
  while (at + ENTRY.length <= directory.byteLength && directory.getUint32(at, true) === ENTRY.signature) {
    const name = at + ENTRY.length;
    const end = name + shortAt(at + 28);
    const bytes = new Uint8Array(directory.buffer, directory.byteOffset).subarray(name, end);
    const path = new TextDecoder().decode(bytes);
    // The parts of a workbook in Office Open XML, and in OpenDocument.
    if (/^xl\/|^content\.xml$/.test(path)) throw new LogProblem('workbook');
    if (/\.kml$/i.test(path)) {
      const header = directory.getUint32(at + 42, true);
      const local = viewOf(await archive.read(header, header + HEADER.length));
      if (local.byteLength < HEADER.length || local.getUint32(0, true) !== HEADER.signature)
        throw new LogProblem('truncated');
      const start = header + HEADER.length + local.getUint16(26, true) + local.getUint16(28, true);
      return { start, end: start + directory.getUint32(at + 20, true), isStored: shortAt(at + 10) === 0 };
    }
    at = end + shortAt(at + 30) + shortAt(at + 32);
  }
  throw new LogProblem('zipped');
}

async function* inflated(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const inflate = new Inflate((bytes) => ready.push(bytes));
  const push = (bytes: Uint8Array, isLast: boolean) => {
    try {
      inflate.push(bytes, isLast);
    } catch {
      throw new LogProblem('truncated');
    }
    return ready.splice(0);
  };
  for await (const piece of pieces) for (const part of partsOf(piece, PART_BYTES)) yield* push(part, false);
  yield* push(new Uint8Array(), true);
}

/**
 * Reads the document of a KMZ archive in pieces. A small archive can contain a very large document. Throws `LogProblem`.
 *
 * @param onProgress receives the share of the archive that has been read, 0 to 1
 * @param maxBytes the maximum size of the document
 */
export async function* documentPieces(
  archive: LogFile,
  onProgress: (share: number) => void,
  maxBytes = FLIGHT_LOG_MAX_BYTES,
): AsyncGenerator<Uint8Array> {
  const { start, end, isStored } = await documentPlace(archive);
  const pieces = bytePieces(archive, onProgress, start, end);
  let length = 0;
  for await (const piece of isStored ? pieces : inflated(pieces)) {
    length += piece.length;
    if (length > maxBytes) throw new LogProblem('largeDocument');
    yield piece;
  }
}
