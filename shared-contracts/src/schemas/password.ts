import { array, number, object, ref, string, type InferType } from './yup.ts';
import { email, newPassword, text } from './fields.ts';

const passwordFields = {
  currentPassword: text(128).min(1, 'Password is required').required('Password is required'),
  newPassword: newPassword(),
};

/** PUT /api/user/password */
export const passwordBody = object(passwordFields).exact().required().meta({ id: 'NewPassword' });
export type PasswordBody = InferType<typeof passwordBody>;

const confirmPassword = () =>
  newPassword().test(
    'same',
    "Passwords don't match",
    (value, { resolve }) => value === resolve(ref('newPassword')),
  );

/** The form: the body and the repeated password, which is not sent. */
export const passwordForm = object({ ...passwordFields, confirmPassword: confirmPassword() }).required();

/** POST /api/auth/password-reset */
export const resetRequestBody = object({ email: email() }).exact().required().meta({ id: 'ResetRequest' });
export type ResetRequestBody = InferType<typeof resetRequestBody>;

/** The token in the link of a mail. Its form is not checked: an invalid one gets the response of an ended one. */
const resetFields = { token: text(100).required(), newPassword: newPassword() };

/** PUT /api/auth/password-reset, POST /api/auth/email-undo */
export const resetBody = object(resetFields).exact().required().meta({ id: 'PasswordReset' });
export type ResetBody = InferType<typeof resetBody>;

/** The effect of a new password by a mailed link. */
export const resetView = object({
  /** Passkeys that were younger than the last sign-in on a known device. */
  removedPasskeys: number().integer().min(0).required(),
})
  .noUnknown()
  .meta({ id: 'PasswordResetResult' });
export type ResetView = InferType<typeof resetView>;

/** The form: the new password and the repeated one, which is not sent. */
export const resetForm = object({
  newPassword: newPassword(),
  confirmPassword: confirmPassword(),
}).required();

/** POST /api/auth/email-confirmation: the token in the link of a mail, as for a new password. */
export const emailConfirmationBody = object({ token: resetFields.token })
  .exact()
  .required()
  .meta({ id: 'EmailConfirmation' });
export type EmailConfirmationBody = InferType<typeof emailConfirmationBody>;

/** GET /api/auth/common-passwords: the most common passwords in published breaches, the most common first. */
export const commonPasswordList = array(string().required()).required();
