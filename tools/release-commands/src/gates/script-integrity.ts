import { createHash } from 'node:crypto';

/** Hash algorithms of subresource integrity. */
const ALGORITHMS = ['sha256', 'sha384', 'sha512'];

const digestsOf = (content: Uint8Array): string[] =>
  ALGORITHMS.map((algorithm) => createHash(algorithm).update(content).digest('base64'));

/**
 * Finds scripts that browsers would run without an integrity check. The registry has the hash of the entry, and build
 * tools write the hashes of all other scripts into the scripts that load them.
 *
 * @param scripts contents of all scripts of a release, by name
 * @returns names of the scripts whose hash is in no other script
 */
export function scriptsWithoutIntegrity(entry: string, scripts: ReadonlyMap<string, Uint8Array>): string[] {
  const texts = [...scripts].map(([name, content]) => ({ name, text: Buffer.from(content).toString() }));
  return [...scripts].flatMap(([name, content]) => {
    if (name === entry) return [];
    const digests = digestsOf(content);
    const others = texts.filter((each) => each.name !== name);
    return others.some(({ text }) => digests.some((digest) => text.includes(digest))) ? [] : [name];
  });
}
