import { paths, type PasskeyAssertion, type PasskeyLoginBody, type PasskeyRequestView } from '@dps/contract';
import { errorText, send, sessionNotKept, type ApiError } from '@dps/contract/guest';
import { signChallenge, type Ceremony } from './ceremony.ts';
import { texts } from '../texts/passkeys.ts';

const { failed } = texts.signIn;

// Pages for signed-out users have no store.
const post = (url: string, body?: unknown) =>
  send({ url, method: 'POST', body, aboutSession: true }, new AbortController().signal);

/** A challenge belongs to a cookie. */
const refusal = (error: ApiError) => errorText(navigator.cookieEnabled ? error : sessionNotKept, failed);

const isRequest = (value: unknown): value is PasskeyRequestView =>
  typeof value === 'object' && value !== null && 'challenge' in value;

/** Requests a challenge, and signs it with a passkey that the user chooses. */
export async function requestAssertion(): Promise<Ceremony<PasskeyAssertion>> {
  const response = await post(paths.passkeyChallenge());
  if ('error' in response) return { problem: errorText(response.error, failed) };
  return isRequest(response.data) ? signChallenge(response.data) : { problem: failed };
}

/**
 * Signs in with a passkey instead of the password. Returns the message of a failure.
 *
 * @param username if set, only a passkey of this account is accepted
 */
export async function signInWithPasskey(username?: string): Promise<string | undefined> {
  const assertion = await requestAssertion();
  if ('problem' in assertion) return assertion.problem;
  const body: PasskeyLoginBody = { passkey: assertion.value, ...(username !== undefined && { username }) };
  const response = await post(paths.passkeyLogin(), body);
  return 'error' in response ? refusal(response.error) : undefined;
}
