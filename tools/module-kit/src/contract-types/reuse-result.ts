import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface Stored<Result> {
  key: string;
  result: Result;
}

/** Returns the stored result of `key`. Undefined if the file is missing or damaged, or has the result of other inputs. */
async function readStored<Result>(file: string, key: string): Promise<Result | undefined> {
  try {
    const stored: Stored<Result> = JSON.parse(await readFile(file, 'utf8'));
    return stored.key === key ? stored.result : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the stored result if the inputs are those of the last call. Otherwise computes the result and stores it.
 * Processes can share the file.
 *
 * @param file absolute path of the file with the last result
 * @param inputs all texts that determine the result, which must be JSON
 */
export async function reuseResult<Result>(
  file: string,
  inputs: readonly string[],
  compute: () => Promise<Result>,
): Promise<Result> {
  const key = createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
  const stored = await readStored<Result>(file, key);
  if (stored !== undefined) return stored;
  const result = await compute();
  await mkdir(path.dirname(file), { recursive: true });
  // Another process never reads an incomplete file.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify({ key, result } satisfies Stored<Result>));
  await rename(draft, file);
  return result;
}
