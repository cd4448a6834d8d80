import { readFileSync } from 'node:fs';
import { keysForAll, parseKeys, type TeamKey } from '@dps/release/store/key-ring';
import { isLoopbackHost } from '@dps/contract/server';
import { messageOf } from '@dps/release/store/command-error';

/** Returns the entries of a comma-separated list. */
export const listOf = (text: string): string[] => text.split(',').map((each) => each.trim());

/** Returns whether a text is an `http` or `https` origin, without path, query or user. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/**
 * Returns whether a text is the address of map tiles: with TLS (or on this machine) and an exact host, with `{z}`, `{x}` and `{y}`, and
 * without characters that would add to the policy.
 */
export function isTileAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || !/^https?:\/\/[\w.-]+(:\d+)?\/[^\s;,'"]+$/.test(text)) return false;
  const placeholders = new Set(text.match(/\{[^}]*\}/g));
  const isSecure = url.protocol === 'https:' || isLoopbackHost(url.hostname);
  placeholders.delete('{r}');
  return isSecure && placeholders.size === 3 && ['{z}', '{x}', '{y}'].every((each) => placeholders.has(each));
}

/** Returns whether a text is an origin. `*` matches every port: `http://localhost:*`. */
export const isDevOrigin = (text: string): boolean => isOrigin(text.replace(/:\*$/, '')) && !/\*./.test(text);

/**
 * Returns the keys of the deployment, or why the file is not usable.
 *
 * @param forAll public keys for all releases, separated by commas
 * @param file path of the keys of the teams
 */
export function readReleaseKeys(forAll: string | undefined, file: string | undefined): TeamKey[] | string {
  const keys = forAll === undefined ? [] : keysForAll(listOf(forAll));
  if (file === undefined) return keys;
  try {
    return [...parseKeys(readFileSync(file, 'utf8')), ...keys];
  } catch (error) {
    return `${file} is not usable: ${messageOf(error)}`;
  }
}
