import { array, number, object, string, type InferType } from './yup.ts';
import { instant, text } from './fields.ts';

/** A code of an authenticator app, or a recovery code. Blanks and hyphens do not count. */
export const oneTimeCode = () => text(64);

/** GET /api/user/second-factor */
export const secondFactorView = object({
  /** When the authenticator app was set up; null without one. */
  activeSince: instant().nullable().defined(),
  /** The number of recovery codes that have not been used. */
  recoveryCodes: number().required(),
  /** The number of passkeys, each of which is a second factor, too. */
  passkeys: number().required(),
})
  .noUnknown()
  .meta({ id: 'SecondFactor' });
export type SecondFactorView = InferType<typeof secondFactorView>;

/** POST /api/user/second-factor: a new secret, which a code must confirm. */
export const authenticatorView = object({
  /** Base32, to type into an app. */
  secret: string().required(),
  /** The `otpauth:` address, for a QR code. */
  address: string().required(),
})
  .noUnknown()
  .meta({ id: 'Authenticator' });
export type AuthenticatorView = InferType<typeof authenticatorView>;

/** PUT /api/user/second-factor: the first code of the new secret. */
export const secondFactorBody = object({ code: oneTimeCode().required('Enter the code') })
  .exact()
  .required()
  .meta({ id: 'NewSecondFactor' });
export type SecondFactorBody = InferType<typeof secondFactorBody>;

/** The response with the recovery codes, which the server cannot show again. */
export const recoveryCodesView = object({ recoveryCodes: array(string().required()).required() })
  .noUnknown()
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodesView = InferType<typeof recoveryCodesView>;
