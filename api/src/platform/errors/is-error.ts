import { types } from 'node:util';

/**
 * Whether a thrown value is an error. Some libraries make theirs without the constructor, and those of Node itself are of
 * another realm where code runs in a context of its own: neither test alone knows both.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}
