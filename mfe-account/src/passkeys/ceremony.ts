import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { NewCredential, PasskeyAssertion, PasskeyCreationView, PasskeyRequestView } from '@dps/contract';
import { texts } from '../texts/passkeys.ts';

const { problems } = texts;

/** The result of a request to the browser: a value, or the message for the user. */
export type Ceremony<Value> = { value: Value } | { problem: string };

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Messages by the name of the browser's error. */
const PROBLEMS: Readonly<Record<string, string>> = {
  InvalidStateError: problems.exists,
  ConstraintError: problems.unable,
  NotSupportedError: problems.unable,
  SecurityError: problems.address,
};

/** Signs a challenge with a passkey, which the user chooses. */
export async function signChallenge(optionsJSON: PasskeyRequestView): Promise<Ceremony<PasskeyAssertion>> {
  try {
    const { id, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
    return { value: { id, clientDataJSON, authenticatorData, signature, userHandle } };
  } catch (error) {
    return { problem: PROBLEMS[nameOf(error)] ?? problems.notUsed };
  }
}

export async function createCredential(optionsJSON: PasskeyCreationView): Promise<Ceremony<NewCredential>> {
  try {
    const { id, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { value: { id, clientDataJSON, attestationObject, transports } };
  } catch (error) {
    return { problem: PROBLEMS[nameOf(error)] ?? problems.notAdded };
  }
}
