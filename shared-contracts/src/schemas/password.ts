import { array, object, ref, string, type InferType } from './yup.ts';
import { newPassword, text } from './fields.ts';

const passwordFields = {
  currentPassword: text(128).min(1, 'Password is required').required('Password is required'),
  newPassword: newPassword(),
};

/** PUT /api/user/password */
export const passwordBody = object(passwordFields).exact().required().meta({ id: 'NewPassword' });
export type PasswordBody = InferType<typeof passwordBody>;

/** The form: the body and the repeated password, which is not sent. */
export const passwordForm = object({
  ...passwordFields,
  confirmPassword: newPassword().test(
    'same',
    "Passwords don't match",
    (value, { resolve }) => value === resolve(ref('newPassword')),
  ),
}).required();

/** GET /api/auth/common-passwords: the most common passwords in published breaches, the most common first. */
export const commonPasswordList = array(string().required()).required();
