import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a random string of letters and digits, like the end of Stripe's ids and secrets. */
export function randomToken(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** Returns a new object id: `newId('pi')` gives `pi_` and 24 random characters. */
export function newId(prefix: string): string {
  return `${prefix}_${randomToken(24)}`;
}

/** Returns the time of the API's objects: seconds since 1970. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** Returns the id of a reference to an object, which the API may also show in full; empty for no object. */
export function idOf(reference: string | { id: string } | null | undefined): string {
  return typeof reference === 'object' ? (reference?.id ?? '') : (reference ?? '');
}

type SeparatedNames<Text> = Text extends `${infer First} ${infer Rest}` ? First | SeparatedNames<Rest> : Text;

/** Returns fields that the sandbox never sets: null under each of the names, which are separated by spaces. */
export function nulls<Names extends string>(...names: Names[]): Record<SeparatedNames<Names>, null>;
export function nulls(...names: string[]): Record<string, null> {
  return Object.fromEntries(names.flatMap((line) => line.split(' ')).map((name) => [name, null]));
}
