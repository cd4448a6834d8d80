import { authenticatorView, paths, recoveryCodesView } from '@dps/contract';
import { Secret, TOTP } from 'otpauth';
import { expectView } from './client.ts';
import type { TestUser } from './users.ts';

/** Returns the code of a secret in base32, by default the current one. */
export function codeOf(secret = '', stepsFromNow = 0): string {
  const timestamp = Date.now() + stepsFromNow * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Creates a secret for a user, which no code has confirmed. */
export async function startSecondFactor({ client }: Pick<TestUser, 'client'>): Promise<string> {
  return expectView(await client.proved.post(paths.secondFactor()), 201, authenticatorView).secret;
}

/** Sets up the second factor of a user with the current code. The server accepts the next one once, for a sign-in. */
export async function setUpSecondFactor(user: Pick<TestUser, 'client'>) {
  const secret = await startSecondFactor(user);
  const usedCode = codeOf(secret);
  const response = await user.client.put(paths.secondFactor(), { code: usedCode });
  return { secret, usedCode, ...expectView(response, 200, recoveryCodesView) };
}
