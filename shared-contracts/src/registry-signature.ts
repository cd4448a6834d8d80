import type { EntrySignature } from './registry.ts';

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(inOrder(value)));

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
}

/**
 * Returns the signed bytes of one entry of a registry, as canonical JSON (no spaces, keys in the order of their code units), so that
 * formatting and parsing do not change them.
 *
 * @param key name of the module, or `shell`
 * @param value the module or the shells, without a signature
 */
export const statementText = (
  key: string,
  value: object,
  { revision, reloadBefore }: Pick<EntrySignature, 'revision' | 'reloadBefore'>,
): Uint8Array<ArrayBuffer> => encode({ revision, key, value, reloadBefore });
