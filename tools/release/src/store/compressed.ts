import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { isIntact } from './integrity.ts';

const unbrotli = promisify(brotliDecompress);
const unzip = promisify(gunzip);
/** Maximum size of an expanded file, in bytes. */
const MAX_EXPANDED = { maxOutputLength: 64 * 1024 * 1024 };

/** Returns the paths that compressed copies of a file have. */
export const compressedNames = (file: string): string[] => [`${file}.br`, `${file}.gz`];

/** Expands a compressed copy by its suffix, `.br` or `.gz`. Throws if the content is not compressed so, or too large. */
export const expand = async (path: string, content: Uint8Array): Promise<Buffer> =>
  path.endsWith('.br') ? unbrotli(content, MAX_EXPANDED) : unzip(content, MAX_EXPANDED);

/** Returns whether a compressed copy expands to a content with the given integrity. */
export async function isIntactCopy(path: string, content: Uint8Array, integrity: string): Promise<boolean> {
  try {
    return isIntact(await expand(path, content), integrity);
  } catch {
    return false;
  }
}
