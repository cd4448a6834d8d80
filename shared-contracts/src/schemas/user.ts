import { object, string, number, ref, type InferType } from './yup.ts';
import { flightHours, id, requiredName, requiredText, text, textBetween } from './fields.ts';
import { ROLES } from '../domain/role.ts';

const email = () => text(254).email('Invalid email address').required('Invalid email address');
const name = () => requiredName(200, 'Name is required');
const newPassword = () =>
  textBetween(6, 128, 'Password must be at least 6 characters').required(
    'Password must be at least 6 characters',
  );

/** POST /api/auth/login */
export const loginBody = object({
  // Accounts from before the naming rules keep their names.
  username: requiredText(64, 'Username is required'),
  password: text(128).min(1, 'Password is required').required('Password is required'),
})
  .exact()
  .required()
  .meta({ id: 'Login' });
export type LoginBody = InferType<typeof loginBody>;

const signupFields = {
  username: requiredName(64, 'Username is required'),
  password: newPassword(),
  email: email(),
  name: name(),
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

/** PUT /api/user/profile */
export const profileBody = object({ name: name(), email: email(), flightHours: flightHours().optional() })
  .exact()
  .required()
  .meta({ id: 'Profile' });
export type ProfileBody = InferType<typeof profileBody>;

/** POST /api/user/profile-image: a data URL of a png, jpeg, webp or gif, at most 5 MB decoded. */
export const profileImageBody = object({ imageData: text(7_100_000).required() })
  .exact()
  .required()
  .meta({ id: 'ProfileImage' });
export type ProfileImageBody = InferType<typeof profileImageBody>;

/** The current user. */
export const userView = object({
  id: id().required(),
  name: string().required(),
  username: string().required(),
  email: string().required(),
  role: string().oneOf(ROLES).required(),
  flightHours: number().nullable().defined(),
  profileImage: string().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'User' });
export type UserView = InferType<typeof userView>;
