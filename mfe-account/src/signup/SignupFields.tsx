import type { FormikProps } from 'formik';
import { ROLES } from '@dps/contract';
import { PasswordField, TextField, useFormikField } from '@dps/ui';
import { SelectField } from '@dps/ui/data';
import { FlightHoursField } from '../forms/FlightHoursField.tsx';
import { NewPasswordField } from '../new-password/NewPasswordField.tsx';
import { texts } from '../texts.ts';
import type { SignupValues } from './signup.values.ts';

const { signup } = texts;
const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: signup.roles[role] }));

/** The fields of the signup form, with the attributes for password managers. */
export function SignupFields({ formik }: { formik: FormikProps<SignupValues> }) {
  const name = useFormikField(formik, 'name', 'signup');
  const email = useFormikField(formik, 'email', 'signup');
  const username = useFormikField(formik, 'username', 'signup');
  const password = useFormikField(formik, 'password', 'signup');
  const confirmPassword = useFormikField(formik, 'confirmPassword', 'signup');
  const { role } = formik.values;
  const roleError = formik.touched.role ? formik.errors.role : undefined;
  return (
    <>
      <TextField {...name} label={signup.name} autoComplete="name" steady required />
      <TextField {...email} label={signup.email} type="email" autoComplete="email" steady required />
      <TextField
        {...username}
        label={signup.username}
        autoComplete="username"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        steady
        required
      />
      <SelectField
        label={signup.role}
        name="role"
        id="signup-role"
        value={role}
        onChange={(chosen) => void formik.setFieldValue('role', chosen)}
        options={ROLE_OPTIONS}
        placeholder={signup.rolePlaceholder}
        error={roleError !== undefined}
        helperText={roleError}
        steady
        required
      />
      {role === 'pilot' && <FlightHoursField formik={formik} form="signup" label={signup.flightHours} />}
      <NewPasswordField
        {...password}
        label={signup.password}
        known={[formik.values.username, formik.values.email, formik.values.name]}
      />
      <PasswordField
        {...confirmPassword}
        label={signup.confirmPassword}
        autoComplete="new-password"
        steady
        required
      />
    </>
  );
}
