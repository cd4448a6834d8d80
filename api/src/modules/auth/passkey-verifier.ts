import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { DEMO_ACCOUNTS, type PasskeyAssertion, type PasskeyRequestView, type Role } from '@dps/contract';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { CHALLENGE_SECONDS, PasskeyChallenges, relyingParty, userHandleOf } from './passkey-challenges.ts';
import { FIND_PASSKEY, USE_PASSKEY } from './passkey.queries.ts';
import { readTokenCookie, setTokenCookie } from './session-cookie.ts';

/** The cookie of a browser that has requested a challenge. It does not grant any right. */
const COOKIE = 'dps_passkey';
const TOKEN_BYTES = 32;

interface StoredPasskey {
  id: number;
  publicKey: Buffer;
  signCount: number;
  userId: number;
  role: Role;
  isSuspended: boolean;
  /** Normalized. */
  username: string;
}

export type PasskeyUser = Pick<StoredPasskey, 'userId' | 'role' | 'isSuspended'>;

/** Verifies passkeys in sign-ins, as replacement of the password and as second factor. */
@Injectable()
export class PasskeyVerifier {
  private readonly log = new Logger(PasskeyVerifier.name);

  constructor(
    private readonly database: DataSource,
    private readonly challenges: PasskeyChallenges,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicOrigin' | 'secureCookies' | 'demoData'>,
  ) {}

  /** Returns a challenge for any passkey of the product, and sets the cookie of the browser that may use it. */
  async start(reply: FastifyReply): Promise<PasskeyRequestView> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const challenge = await this.challenges.create('sign-in', token);
    setTokenCookie(reply, { name: COOKIE, token, maxAge: CHALLENGE_SECONDS }, this.config);
    return {
      challenge,
      rpId: relyingParty(this.config).expectedRPID,
      timeout: CHALLENGE_SECONDS * 1000,
      userVerification: 'required',
    };
  }

  /**
   * Verifies a signature of the browser's challenge, which can be used once. Returns the user of the passkey. Throws
   * `invalid_passkey`, or `unknown_passkey` for one of another user than the expected one.
   */
  async verify(
    assertion: PasskeyAssertion,
    request: FastifyRequest,
    expectedUserId?: number | null,
  ): Promise<PasskeyUser> {
    const token = readTokenCookie(request, COOKIE, this.config);
    const expectedChallenge = await this.challenges.use('sign-in', token);
    const [passkey] = await this.database.query<StoredPasskey[]>(FIND_PASSKEY, [
      Buffer.from(assertion.id, 'base64url'),
    ]);
    if (
      !passkey ||
      assertion.userHandle !== userHandleOf(passkey.userId) ||
      this.isClosedDemoAccount(passkey)
    )
      throw new DomainError('unknown_passkey');
    if (expectedUserId !== undefined && expectedUserId !== passkey.userId)
      throw new DomainError('unknown_passkey');
    const signCount = await this.signCountOf(assertion, passkey, expectedChallenge);
    const used = await this.database.query<unknown[]>(USE_PASSKEY, [passkey.id, signCount]);
    if (used.length === 0) throw this.refusal(passkey, 'the counter was used by another sign-in');
    return passkey;
  }

  /** Returns the counter of a valid signature. */
  private async signCountOf(
    { id, userHandle, ...signed }: PasskeyAssertion,
    passkey: StoredPasskey,
    expectedChallenge: string,
  ): Promise<number> {
    // Loads with the first use: it takes a fifth of a second.
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const verified = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { ...signed, userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge,
      ...relyingParty(this.config),
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount },
      requireUserVerification: true,
    }).catch((error: unknown) => {
      throw this.refusal(passkey, String(error));
    });
    if (!verified.verified) throw this.refusal(passkey, 'the signature is wrong');
    return verified.authenticationInfo.newCounter;
  }

  /** While demo data was on, any visitor could add passkeys to these accounts. */
  private isClosedDemoAccount({ username }: StoredPasskey): boolean {
    return !this.config.demoData && DEMO_ACCOUNTS.some((demo) => demo.username === username);
  }

  private refusal({ id, userId }: StoredPasskey, reason: string): DomainError {
    this.log.warn(`The passkey ${id} of user ${userId} was refused: ${reason}`);
    return new DomainError('invalid_passkey');
  }
}
