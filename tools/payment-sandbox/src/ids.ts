import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random string of letters and digits, as Stripe's ids and secrets end. */
export function randomToken(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** A new object id: `newId('pi')` gives `pi_` and 24 random characters. */
export function newId(prefix: string): string {
  return `${prefix}_${randomToken(24)}`;
}
