import { errorText } from '@dps/shared-contracts/client';
import { Button, Stack, TextLink, Typography, useFocusFirstError } from '@dps/shared-contracts/ui';
import { useLocation, useNavigate } from '@dps/shared-contracts/ui/router';
import { toast } from '@dps/shared-contracts/ui/toast';
import { accountApi } from '../api.ts';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useCheckedForm } from '../forms/useCheckedForm.ts';
import { texts } from '../texts.ts';
import { EMPTY_SIGNUP, signupErrors, signupOf } from './signup.values.ts';
import { SignupFields } from './SignupFields.tsx';

const { signup } = texts;

function useSignupForm() {
  const [signUp] = accountApi.signup.useMutation();
  const navigate = useNavigate();
  const { state }: { state: unknown } = useLocation();
  return useCheckedForm({
    initialValues: EMPTY_SIGNUP,
    check: signupErrors,
    send: async (values) => {
      const { error } = await signUp(signupOf(values));
      if (error) {
        toast({
          title: signup.failedTitle,
          description: errorText(error, signup.failed),
          look: 'destructive',
        });
      } else {
        toast({ title: signup.doneTitle, description: signup.done });
        await navigate('/login', { state });
      }
      return { error };
    },
  });
}

/** `/signup`. Whoever the guard has sent to sign in still goes back there after signing up and in. */
export default function SignupPage() {
  const formik = useSignupForm();
  const form = useFocusFirstError(formik);
  const { state }: { state: unknown } = useLocation();
  const busy = formik.isSubmitting;
  return (
    <NarrowPage title={signup.title} intro={signup.intro}>
      <Stack component="form" ref={form} spacing={4} noValidate method="post" onSubmit={formik.handleSubmit}>
        <SignupFields formik={formik} />
        <Button type="submit" variant="contained" size="large" fullWidth disabled={busy}>
          {busy ? signup.submitting : signup.submit}
        </Button>
        <Typography align="center">
          {signup.haveAccount}{' '}
          <TextLink to="/login" state={state}>
            {signup.signIn}
          </TextLink>
        </Typography>
      </Stack>
    </NarrowPage>
  );
}
