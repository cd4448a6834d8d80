import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  PASSKEYS_PER_USER,
  type Actor,
  type NewCredential,
  type NewPasskeyView,
  type PasskeyCreationView,
  type PasskeyView,
} from '@dps/contract';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { violatesUnique } from '../../platform/database/database-errors.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { auditAccount } from '../administration/record-audit.ts';
import { LOCK_USER } from '../users/user.entity.ts';
import { recordPasskeys, removePasskeys, removeUselessCodes } from './factor-changes.ts';
import { hashCode, ISSUER, newRecoveryCodes } from './one-time-code.ts';
import { CHALLENGE_SECONDS, PasskeyChallenges, relyingParty, userHandleOf } from './passkey-challenges.ts';
import { ADD_PASSKEY, LIST_PASSKEYS, PASSKEY_OWNER, RENAME_PASSKEY } from './passkey.queries.ts';

/** COSE algorithms: ES256 and RS256, which all authenticators have one of, and Ed25519. */
const ALGORITHMS = [-7, -8, -257];
const DEFAULT_NAME = 'Passkey';

interface Owner {
  username: string;
  name: string;
  credentials: PasskeyCreationView['excludeCredentials'];
}

/** The passkeys of users. */
@Injectable()
export class PasskeyService {
  private readonly log = new Logger(PasskeyService.name);

  constructor(
    private readonly database: DataSource,
    private readonly challenges: PasskeyChallenges,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicOrigin'>,
  ) {}

  list({ id }: Actor): Promise<PasskeyView[]> {
    return this.database.query(LIST_PASSKEYS, [id]);
  }

  /** Returns the options with which the browser creates a passkey. Throws `too_many_passkeys`. */
  async start({ id }: Actor, sessionToken: string): Promise<PasskeyCreationView> {
    const [owner] = await this.database.query<Owner[]>(PASSKEY_OWNER, [id]);
    if (!owner) throw new DomainError('unauthenticated');
    if (owner.credentials.length >= PASSKEYS_PER_USER) throw new DomainError('too_many_passkeys');
    return {
      challenge: await this.challenges.create('new-passkey', sessionToken),
      rp: { id: relyingParty(this.config).expectedRPID, name: ISSUER },
      user: { id: userHandleOf(id), name: owner.username, displayName: owner.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_SECONDS * 1000,
      excludeCredentials: owner.credentials,
      // A passkey can replace the password: it names its user, and verifies that its user is there.
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    };
  }

  /**
   * Stores a passkey, with recovery codes if the user has none. Throws `invalid_passkey`, `passkey_exists` or `too_many_passkeys`.
   *
   * @param client the token of the session, and the browser, which names the passkey
   */
  async add(
    { id }: Actor,
    credential: NewCredential,
    client: { sessionToken: string; device: string | null },
  ): Promise<NewPasskeyView> {
    const expectedChallenge = await this.challenges.use('new-passkey', client.sessionToken);
    const verified = await this.verify(credential, expectedChallenge);
    const recoveryCodes = newRecoveryCodes();
    const row = await this.database
      .transaction(async (manager) => {
        await manager.query(LOCK_USER, [id]);
        const rows = await manager.query<(PasskeyView & { hasNewCodes: boolean })[]>(ADD_PASSKEY, [
          id,
          Buffer.from(verified.id, 'base64url'),
          Buffer.from(verified.publicKey),
          verified.counter,
          credential.transports,
          client.device ?? DEFAULT_NAME,
          recoveryCodes.map(hashCode),
        ]);
        await recordPasskeys(manager, id, 'added', rows);
        return rows[0];
      })
      .catch((error: unknown) => {
        throw violatesUnique(error, 'passkeys_credential_id_key') ? new DomainError('passkey_exists') : error;
      });
    if (!row) throw new DomainError('too_many_passkeys');
    const { hasNewCodes, ...passkey } = row;
    return { passkey, recoveryCodes: hasNewCodes ? recoveryCodes : [] };
  }

  /** Throws `not_found` if the user has no passkey with this id. */
  async rename({ id: userId }: Actor, id: number, name: string): Promise<PasskeyView> {
    return this.database.transaction(async (manager) => {
      const values = [userId, id, name];
      const [row] = await manager.query<(PasskeyView & { isRenamed: boolean })[]>(RENAME_PASSKEY, values);
      if (!row) throw new DomainError('not_found');
      const { isRenamed, ...passkey } = row;
      if (isRenamed)
        await auditAccount(manager, userId, 'passkey-renamed', { before: { id }, after: { id } });
      return passkey;
    });
  }

  /** Removes a passkey, and the recovery codes with the last second factor. Throws `not_found`. */
  async remove({ id: userId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async (manager) => {
      const removed = await removePasskeys(manager, [userId, id], 'id = $2');
      if (removed === 0) throw new DomainError('not_found');
      await removeUselessCodes(manager, userId);
    });
  }

  /** Returns the verified credential. Throws `invalid_passkey`. */
  private async verify({ id, clientDataJSON, attestationObject }: NewCredential, expectedChallenge: string) {
    // Loads with the first use: it takes a fifth of a second.
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const verified = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge,
      ...relyingParty(this.config),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch((error: unknown) => {
      this.log.log(`A new passkey was refused: ${String(error)}`);
      return null;
    });
    if (!verified?.verified) throw new DomainError('invalid_passkey');
    return verified.registrationInfo.credential;
  }
}
