import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../../platform/config/config.ts';
import { expiry, secondsAfter } from '../../platform/database/expiry.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';

/** Returns what the signature of a passkey must name: the public origin of the product and its host. */
export function relyingParty({ publicOrigin }: Pick<Config, 'publicOrigin'>) {
  return { expectedOrigin: publicOrigin, expectedRPID: new URL(publicOrigin).hostname };
}

/** Returns the user handle of WebAuthn, in base64url. It identifies the user and contains nothing personal. */
export const userHandleOf = (userId: number): string => Buffer.from(String(userId)).toString('base64url');

const CHALLENGE_BYTES = 32;
export const CHALLENGE_SECONDS = 5 * 60;

/** The use of a challenge: a signature for one is not accepted for the other. */
export type PasskeyPurpose = 'sign-in' | 'new-passkey';

// A holder has one challenge of each purpose. A new one replaces it.
const CREATE = `
  INSERT INTO passkey_challenges (holder_hash, challenge, expires_at)
  VALUES ($1, $2, now() + interval '${CHALLENGE_SECONDS} seconds')
  ON CONFLICT (holder_hash) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`;

const USE = `
  WITH used AS (DELETE FROM passkey_challenges WHERE holder_hash = $1 RETURNING challenge, expires_at)
  SELECT challenge, ${secondsAfter('expires_at')} AS "secondsLate" FROM used`;

const hashHolder = (purpose: PasskeyPurpose, token: string): Buffer =>
  createHash('sha256').update(`${purpose}:${token}`).digest();

interface UsedChallenge {
  challenge: Buffer;
  secondsLate: number;
}

/** Challenges for passkeys. Each is valid once, for five minutes, on all replicas, and for the browser that requested it. */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly database: DataSource) {}

  /** Creates a challenge for the browser with this token. Returns it in base64url. */
  async create(purpose: PasskeyPurpose, token: string): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES);
    await this.database.query(CREATE, [hashHolder(purpose, token), challenge]);
    return challenge.toString('base64url');
  }

  /** Uses up the challenge of a browser. Returns it in base64url. Throws `invalid_passkey` without a valid one. */
  async use(purpose: PasskeyPurpose, token: string | undefined): Promise<string> {
    const [row] =
      token === undefined
        ? []
        : await this.database.query<UsedChallenge[]>(USE, [hashHolder(purpose, token)]);
    if (!row) throw new DomainError('invalid_passkey');
    const timing = expiry('challenge of a passkey', row);
    if (timing) throw new DomainError('invalid_passkey', { timing });
    return row.challenge.toString('base64url');
  }
}
