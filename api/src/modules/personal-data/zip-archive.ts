import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { ExportedFile } from './own-data.ts';

/** The file with the paths of lost files. */
const LOST = 'lost-files.json';

/**
 * Yields a ZIP archive with these files, at the pace of its receiver: each file is opened when the previous one is written.
 * A file whose content is lost is listed in `lost-files.json`.
 */
export async function* zipArchive(files: AsyncIterable<ExportedFile>): AsyncGenerator<Buffer, void> {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  let current: Readable | null = null;
  const add = async ({ path, compress, open }: ExportedFile): Promise<boolean> => {
    const content = await open().catch(ifLost);
    if (!content) return false;
    current = content;
    zip.addReadStream(content, path, { compress });
    await finished(content, { writable: false });
    return true;
  };
  const fill = async () => {
    const lost: string[] = [];
    for await (const file of files) if (!(await add(file))) lost.push(file.path);
    if (lost.length > 0) zip.addBuffer(Buffer.from(JSON.stringify(lost)), LOST);
    zip.end();
  };
  const filled = fill().catch(fail);
  try {
    yield* output;
  } finally {
    // Ends the file that is being written if the receiver has stopped.
    Object(current).destroy?.();
    await filled;
  }
}

function ifLost(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null;
  throw error;
}
