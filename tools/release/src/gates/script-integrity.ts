import { createHash } from 'node:crypto';

/** What browsers know as integrity. */
const ALGORITHMS = ['sha256', 'sha384', 'sha512'];

const digestsOf = (content: Uint8Array): string[] =>
  ALGORITHMS.map((algorithm) => createHash(algorithm).update(content).digest('base64'));

/**
 * The scripts that would run whatever has become of them: the registry vouches for the entry alone, and a tool whose
 * scripts vouch for each other has written their digests into them.
 *
 * @param scripts contents of all scripts of a release, by name
 * @returns names of those whose digest no other script has
 */
export function unvouchedScripts(entry: string, scripts: ReadonlyMap<string, Uint8Array>): string[] {
  const texts = [...scripts].map(([name, content]) => ({ name, text: Buffer.from(content).toString() }));
  return [...scripts].flatMap(([name, content]) => {
    if (name === entry) return [];
    const digests = digestsOf(content);
    const others = texts.filter((each) => each.name !== name);
    return others.some(({ text }) => digests.some((digest) => text.includes(digest))) ? [] : [name];
  });
}
