import type { EntrySignature, Registry } from './registry.ts';

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(inOrder(value)));

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
}

/**
 * Returns the signed bytes of a registry: the registry without its signature, as canonical JSON (no spaces, keys in the order
 * of their code units). So formatting and parsing do not change them.
 */
export function signedText(registry: Registry): Uint8Array<ArrayBuffer> {
  const { signature: _signature, ...rest } = registry;
  return encode(rest);
}

/**
 * Returns the signed bytes of one entry of a registry, as canonical JSON.
 *
 * @param key name of the module, or `shell`
 * @param value the module or the shells, without a signature
 */
export const statementText = (
  key: string,
  value: object,
  { revision, reloadBefore }: Pick<EntrySignature, 'revision' | 'reloadBefore'>,
): Uint8Array<ArrayBuffer> => encode({ revision, key, value, reloadBefore });
