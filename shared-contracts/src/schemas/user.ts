import { object, string, ref, type InferType } from './yup.ts';
import { email, flightHours, newPassword, personName, requiredName, requiredText, text } from './fields.ts';
import { passkeyAssertion } from './passkey-assertion.ts';
import { oneTimeCode } from './second-factor.ts';
import { ROLES } from '../domain/role.ts';

/** POST /api/auth/login */
export const loginBody = object({
  // Accounts from before the naming rules keep their names.
  username: requiredText(64, 'Username is required'),
  password: text(128).min(1, 'Password is required').required('Password is required'),
  // One of both, only for an account with a second factor.
  code: oneTimeCode().optional(),
  passkey: passkeyAssertion.optional().default(undefined),
})
  .exact()
  .required()
  .meta({ id: 'Login' });
export type LoginBody = InferType<typeof loginBody>;

const signupFields = {
  username: requiredName(64, 'Username is required'),
  password: newPassword(),
  email: email(),
  name: personName(),
  role: string()
    .strict()
    .oneOf(ROLES, 'Choose Drone Pilot or Client')
    .required('Choose Drone Pilot or Client'),
  flightHours: flightHours().optional(),
};

/** POST /api/auth/signup */
export const signupBody = object(signupFields).exact().required().meta({ id: 'Signup' });
export type SignupBody = InferType<typeof signupBody>;

/**
 * The signup form: the body and the repeated password, which is not sent. A test compares the passwords, because yup checks
 * `oneOf` before the length.
 */
export const signupForm = object({
  ...signupFields,
  confirmPassword: newPassword().test(
    'same',
    "Passwords don't match",
    (value, { resolve }) => value === resolve(ref('password')),
  ),
}).required();

/** POST /api/user/profile-image: a data URL of a png, jpeg, webp or gif, at most 5 MB decoded. */
export const profileImageBody = object({ imageData: text(7_100_000).required() })
  .exact()
  .required()
  .meta({ id: 'ProfileImage' });
export type ProfileImageBody = InferType<typeof profileImageBody>;
