import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { RandomAccess } from './received-file.ts';

const READ_BYTES = 64 * 1024;

/** Gives yauzl only the parts that it needs. */
class FileReader extends RandomAccessReader {
  constructor(private readonly file: RandomAccess) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.partsOf(start, end), { objectMode: false });
  }

  private async *partsOf(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += READ_BYTES) {
      yield await this.file.readAt(at, Math.min(READ_BYTES, end - at));
    }
  }
}

/** Reads the directory of a ZIP archive. Throws for a file that is none. With `strictFileNames`, also for unsafe names. */
export function openZip(file: RandomAccess, options: { strictFileNames?: boolean } = {}): Promise<ZipFile> {
  return fromRandomAccessReaderPromise(new FileReader(file), file.size, { ...options, autoClose: false });
}
