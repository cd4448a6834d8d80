import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const TEXT = /\.(js|json|css|svg)$/;

/**
 * Writes compressed copies of each text file (`.br`, `.gz`), so that the gateway compresses nothing at run time.
 *
 * @param folder absolute path
 * @param files names of the files, relative to the folder
 * @param quality from 0, the fastest, to 11, the smallest
 * @returns the size of each brotli copy in bytes, by the name of the original file
 */
export async function precompress(
  folder: string,
  files: string[],
  quality = constants.BROTLI_MAX_QUALITY,
): Promise<Map<string, number>> {
  const sizes = await Promise.all(
    files
      .filter((name) => TEXT.test(name))
      .map(async (name) => {
        const file = path.join(folder, name);
        const content = await readFile(file);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          // A block of 1 MiB holds the largest script, so it is not divided.
          [constants.BROTLI_PARAM_LGBLOCK]: 20,
        };
        const [br, gz] = await Promise.all([
          brotli(content, { params }),
          zip(content, { level: Math.min(quality, constants.Z_BEST_COMPRESSION) }),
        ]);
        await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
        return [name, br.length] as const;
      }),
  );
  return new Map(sizes);
}
