import { object, string, type InferType } from './yup.ts';

const BASE64URL = /^[\w-]+$/;

/** Bytes in base64url, which take at most `max` characters. */
export const bytes = (max: number) =>
  string()
    .strict()
    .max(max)
    .matches(BASE64URL, 'Use base64url')
    .meta({ jsonSchema: { pattern: BASE64URL.source } });

/** The id of a credential has at most 1023 bytes. */
export const credentialId = () => bytes(1364);

/** A challenge that a passkey has signed: the parts of the browser's `AuthenticatorAssertionResponse`. */
export const passkeyAssertion = object({
  id: credentialId().required(),
  clientDataJSON: bytes(4000).required(),
  authenticatorData: bytes(4000).required(),
  signature: bytes(2000).required(),
  /** The user of the passkey, as the server named the user when it was created. */
  userHandle: bytes(100).required(),
})
  .exact()
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = InferType<typeof passkeyAssertion>;
