import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The name of the product in authenticator apps and passkeys. */
export const ISSUER = 'Drone Pilot Surveys';
/** Length of a secret, which is that of the hash of the codes: RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** Accepted distance between the clocks, in steps. */
const WINDOW = 1;
/** Greatest distance of a code for which the error gives the reason, in steps: ten minutes. */
const EXPLAINED_WINDOW = 20;

const RECOVERY_CODES = 10;
/** 120 bits, so that a plain hash protects the code. */
const RECOVERY_BYTES = 15;

const totpOf = (secret: Buffer, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** Returns a new secret for an authenticator app. */
export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Returns a secret for the user's app: in base32, and as the address of a QR code. */
export function secretTexts(secret: Buffer, username: string): { secret: string; address: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, address: totp.toString() };
}

/** Removes what users type between the characters of a code. */
export const compactCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

/** True for a code of an app, false for a recovery code. */
export const isAppCode = (compact: string): boolean => /^\d{6}$/.test(compact);

/**
 * Returns the time step of a code (RFC 6238), or null if the code is not valid.
 *
 * @param compact the code without blanks
 * @param now in ms since 1970
 */
export function stepOf(secret: Buffer, compact: string, now = Date.now()): number | null {
  return findCode(secret, compact, now, WINDOW)?.step ?? null;
}

/**
 * Finds a code that is not valid now among those of ten minutes before and after. Returns its time step and by how many seconds it
 * is late, negative for a later code; null without one. The work does not depend on the code.
 */
export const otherTimeOf = (secret: Buffer, compact: string, now = Date.now()) =>
  findCode(secret, compact, now, EXPLAINED_WINDOW);

function findCode(secret: Buffer, compact: string, now: number, window: number) {
  if (!isAppCode(compact)) return null;
  const distance = totpOf(secret).validate({ token: compact, timestamp: now, window });
  if (distance === null) return null;
  return {
    step: Math.floor(now / 1000 / STEP_SECONDS) + distance,
    secondsLate: (0 - distance) * STEP_SECONDS,
  };
}

/** Returns ten new recovery codes, such as `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer });
    return base32.replaceAll(/.{4}(?=.)/g, '$&-');
  });
}

/** Returns the hash of a recovery code, which the database stores. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(compactCode(code)).digest();
