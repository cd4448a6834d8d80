/** A file that is read in pieces. */
export interface LogFile {
  readonly name: string;
  readonly size: number;
  /** Reads the bytes from `start` to before `end`. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Number of bytes that are read at once. */
const PIECE_BYTES = 1 << 20;

/** Reads the bytes from `start` to before `end` in pieces. `onProgress` receives the share that has been read, 0 to 1. */
export async function* bytePieces(
  file: LogFile,
  onProgress: (share: number) => void = () => {},
  start = 0,
  end = file.size,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = start; at < end; at += PIECE_BYTES) {
    yield await file.read(at, Math.min(at + PIECE_BYTES, end));
    onProgress(Math.min(at + PIECE_BYTES, end) / file.size);
  }
}

/** Divides bytes in memory into parts. */
export function* partsOf(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/**
 * Reads messages of different lengths, which can begin in one piece and end in the next.
 *
 * @param read receives bytes that begin with a message, and returns the number of bytes that it has read. At the end, the bytes
 * end with the last message.
 * @returns the number of bytes after the last message
 */
export async function readMessages(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
  read: (bytes: Uint8Array<ArrayBuffer>) => number,
): Promise<number> {
  let rest = new Uint8Array();
  for await (const piece of pieces) {
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    rest = bytes.slice(read(bytes));
  }
  return rest.length;
}

/** Decodes pieces of a text. All encodings but UTF-16 write numbers and names of columns as UTF-8 does; other bytes are replaced. */
export async function* textPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
