import { useSession } from '@dps/contract/client';
import { PasswordField, TextLink, Typography, useFormikField } from '@dps/ui';
import { useNavigate } from '@dps/ui/router';
import { toast } from '@dps/ui/toast';
import { AuthForm } from '../forms/AuthForm.tsx';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useLinkToken } from '../forms/useLinkToken.ts';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { NewPasswordField } from '../new-password/NewPasswordField.tsx';
import { resetApi } from './reset-api.ts';
import { texts } from '../texts/reset.ts';

const { reset } = texts;
const EMPTY = { newPassword: '', confirmPassword: '' };

/** Shows the sign-in page. A session that the server has ended must not remain in the page. */
function useSignInPage() {
  const session = useSession();
  const navigate = useNavigate();
  return async () => {
    if (session.state === 'signed-in') globalThis.location.assign('/login');
    else await navigate('/login', { replace: true });
  };
}

function ResetForm({ token }: { token: string }) {
  const [send] = resetApi.resetPassword.useMutation();
  const showSignIn = useSignInPage();
  const { failure, ...formik } = useValidatedForm({
    initialValues: EMPTY,
    check: (values: typeof EMPTY) =>
      import('../new-password/password.check.ts').then(
        ({ resetErrors }) => resetErrors(values),
        () => ({}),
      ),
    send: async ({ newPassword }) => {
      const { error } = await send({ token, newPassword });
      if (!error) {
        toast(reset.done);
        await showSignIn();
      }
      return { error };
    },
  });
  const password = useFormikField(formik, 'newPassword', 'reset');
  const confirm = useFormikField(formik, 'confirmPassword', 'reset');
  return (
    <AuthForm
      formik={formik}
      failure={failure}
      fallback={reset.failed}
      submit={{ label: reset.submit, busyLabel: reset.submitting }}
      aside={<TextLink to="/forgot-password">{reset.requestLink}</TextLink>}
    >
      <NewPasswordField {...password} label={reset.password} known={[]} />
      <PasswordField {...confirm} label={reset.confirm} autoComplete="new-password" steady required />
    </AuthForm>
  );
}

/** `/reset-password#…`: replaces a forgotten password by the token of a mailed link. */
export default function ResetPasswordPage() {
  const token = useLinkToken();
  return (
    <NarrowPage title={reset.title} intro={token === '' ? reset.incomplete : reset.intro}>
      {token === '' ? (
        <Typography align="center">
          <TextLink to="/forgot-password">{reset.requestLink}</TextLink>
        </Typography>
      ) : (
        <ResetForm token={token} />
      )}
    </NarrowPage>
  );
}
