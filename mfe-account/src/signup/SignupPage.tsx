import { useEffect } from 'react';
import { errorText } from '@dps/contract/client';
import { TextLink, PasswordField, TextField, useFormikField } from '@dps/ui';
import { useLocation, useNavigate } from '@dps/ui/router';
import { toast } from '@dps/ui/toast';
import type { FormikProps } from 'formik';
import { ROLES } from '@dps/contract';
import { SelectField } from '@dps/ui/data';
import { accountApi } from '../api.ts';
import { AuthForm } from '../forms/AuthForm.tsx';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { stateWithUsername } from '../login/login.values.ts';
import { texts } from '../texts.ts';
import { EMPTY_SIGNUP, type SignupValues } from './signup.values.ts';
import { FlightHoursField } from '../forms/FlightHoursField.tsx';
import { NewPasswordField } from '../new-password/NewPasswordField.tsx';

const { signup } = texts;
const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: signup.roles[role] }));

/** The fields of the signup form, with the attributes for password managers. */
function SignupFields({ formik }: { formik: FormikProps<SignupValues> }) {
  const name = useFormikField(formik, 'name', 'signup');
  const email = useFormikField(formik, 'email', 'signup');
  const username = useFormikField(formik, 'username', 'signup');
  const password = useFormikField(formik, 'password', 'signup');
  const confirmPassword = useFormikField(formik, 'confirmPassword', 'signup');
  const { role } = formik.values;
  const roleError = formik.touched.role ? formik.errors.role : undefined;
  return (
    <>
      <TextField {...name} label={signup.name} autoComplete="name" required />
      <TextField {...email} label={signup.email} type="email" autoComplete="email" required />
      <TextField
        {...username}
        label={signup.username}
        autoComplete="username"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
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
        required
      />
    </>
  );
}

/** Loads the validation after the page: the first paint does not need its 12 KiB. */
const loadCheck = () => import('./signup.check.ts');

function useSignupForm() {
  const [signUp] = accountApi.signup.useMutation();
  const navigate = useNavigate();
  const { state }: { state: unknown } = useLocation();
  useEffect(() => void loadCheck().catch(() => undefined), []);
  return useValidatedForm({
    initialValues: EMPTY_SIGNUP,
    check: (values) =>
      loadCheck().then(
        ({ signupErrors }) => signupErrors(values),
        () => ({}),
      ),
    send: async (values) => {
      const { error } = await loadCheck().then(
        ({ signupOf }) => signUp(signupOf(values)),
        (loadError: unknown) => ({ error: loadError }),
      );
      if (error) {
        toast({
          title: signup.failedTitle,
          description: errorText(error, signup.failed),
          look: 'destructive',
        });
      } else {
        toast({ title: signup.doneTitle, description: signup.done });
        await navigate('/login', { state: stateWithUsername(state, values.username.trim()) });
      }
      return { error };
    },
  });
}

/** `/signup`. The location state keeps the page to return to after login. */
export default function SignupPage() {
  const { failure, ...formik } = useSignupForm();
  const { state }: { state: unknown } = useLocation();
  return (
    <NarrowPage title={signup.title} intro={signup.intro} hasOffer>
      <AuthForm
        formik={formik}
        failure={failure}
        fallback={signup.failed}
        submit={{ label: signup.submit, busyLabel: signup.submitting }}
        aside={
          <>
            {signup.haveAccount}{' '}
            <TextLink to="/login" state={state}>
              {signup.signIn}
            </TextLink>
            <br />
            <TextLink to="/welcome" state={state}>
              {texts.about}
            </TextLink>
            <br />
            <TextLink to="/privacy">{signup.privacy}</TextLink>
          </>
        }
      >
        <SignupFields formik={formik} />
      </AuthForm>
    </NarrowPage>
  );
}
