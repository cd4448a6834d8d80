import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const TEXT = /\.(js|json|css|svg)$/;

/**
 * Writes each text file once more, as small as it gets (`.br`, `.gz`), so that the gateway compresses nothing at run time.
 *
 * @param files absolute paths
 * @returns the bytes of the brotli files together
 */
export async function precompress(files: string[]): Promise<number> {
  const sizes = await Promise.all(
    files
      .filter((file) => TEXT.test(file))
      .map(async (file) => {
        const content = await readFile(file);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
        await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
        return br.length;
      }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
