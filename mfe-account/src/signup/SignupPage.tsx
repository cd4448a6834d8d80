import { useEffect } from 'react';
import { errorText } from '@dps/contract/client';
import { TextLink } from '@dps/ui';
import { useLocation, useNavigate } from '@dps/ui/router';
import { toast } from '@dps/ui/toast';
import { accountApi } from '../api.ts';
import { AuthForm } from '../forms/AuthForm.tsx';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { stateWithUsername } from '../login/login.values.ts';
import { texts } from '../texts.ts';
import { EMPTY_SIGNUP } from './signup.values.ts';
import { SignupFields } from './SignupFields.tsx';

const { signup } = texts;

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
    <NarrowPage title={signup.title} intro={signup.intro}>
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
