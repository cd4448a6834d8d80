import { array, boolean, number, object, string, type InferType } from './yup.ts';
import { id, idInPath, instant, requiredName } from './fields.ts';
import { bytes, credentialId, passkeyAssertion } from './passkey-assertion.ts';

export const PASSKEYS_PER_USER = 10;

/** POST /api/auth/passkey: signs in without a password. */
export const passkeyLoginBody = object({
  passkey: passkeyAssertion.required(),
  /** If set, only a passkey of this account is accepted. */
  username: string().strict().max(64).optional(),
})
  .exact()
  .required()
  .meta({ id: 'PasskeyLogin' });
export type PasskeyLoginBody = InferType<typeof passkeyLoginBody>;

/** A new credential: the parts of the browser's `AuthenticatorAttestationResponse`. */
const newCredential = object({
  id: credentialId().required(),
  clientDataJSON: bytes(4000).required(),
  attestationObject: bytes(20_000).required(),
  /** Transport between browser and authenticator, such as `internal` or `usb`. */
  transports: array(string().strict().max(20).required()).strict().max(10).required(),
}).exact();
export type NewCredential = InferType<typeof newCredential>;

/** POST /api/user/passkeys */
export const passkeyBody = object({ credential: newCredential.required() })
  .exact()
  .required()
  .meta({ id: 'NewPasskey' });
export type PasskeyBody = InferType<typeof passkeyBody>;

/** PUT /api/user/passkeys/{id} */
export const passkeyNameBody = object({ name: requiredName(60, 'Enter a name') })
  .exact()
  .required()
  .meta({ id: 'PasskeyName' });
export type PasskeyNameBody = InferType<typeof passkeyNameBody>;

export const passkeyParameter = object({ id: idInPath('Id of a passkey').required() }).required();
export type PasskeyParameter = InferType<typeof passkeyParameter>;

const credential = object({
  type: string().oneOf(['public-key']).required(),
  id: string().required(),
  transports: array(string().required()).required(),
}).noUnknown();

/** The options of `navigator.credentials.get`: `PublicKeyCredentialRequestOptionsJSON`. */
export const passkeyRequestView = object({
  challenge: string().required(),
  rpId: string().required(),
  timeout: number().required(),
  userVerification: string().oneOf(['required']).required(),
})
  .noUnknown()
  .meta({ id: 'PasskeyRequest' });
export type PasskeyRequestView = InferType<typeof passkeyRequestView>;

/** The options of `navigator.credentials.create`: `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyCreationView = object({
  challenge: string().required(),
  rp: object({ id: string().required(), name: string().required() }).noUnknown(),
  user: object({
    id: string().required(),
    name: string().required(),
    displayName: string().required(),
  }).noUnknown(),
  pubKeyCredParams: array(
    object({ type: string().oneOf(['public-key']).required(), alg: number().required() }).noUnknown(),
  ).required(),
  timeout: number().required(),
  /** The passkeys of the user: their authenticators refuse a second one. */
  excludeCredentials: array(credential).required(),
  authenticatorSelection: object({
    residentKey: string().oneOf(['required']).required(),
    requireResidentKey: boolean().required(),
    userVerification: string().oneOf(['required']).required(),
  }).noUnknown(),
  attestation: string().oneOf(['none']).required(),
})
  .noUnknown()
  .meta({ id: 'PasskeyCreation' });
export type PasskeyCreationView = InferType<typeof passkeyCreationView>;

export const passkeyView = object({
  id: id().required(),
  name: string().required(),
  createdAt: instant().required(),
  /** Null until the first sign-in. */
  lastUsedAt: instant().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'Passkey' });
export type PasskeyView = InferType<typeof passkeyView>;

/** GET /api/user/passkeys: oldest first. */
export const passkeyListView = array(passkeyView.required()).max(PASSKEYS_PER_USER).required();

/** The response to a new passkey. */
export const newPasskeyView = object({
  passkey: passkeyView.required(),
  /** New recovery codes if the user had none; the server cannot show them again. */
  recoveryCodes: array(string().required()).required(),
})
  .noUnknown()
  .meta({ id: 'AddedPasskey' });
export type NewPasskeyView = InferType<typeof newPasskeyView>;
