import type { ReactNode } from 'react';
import type { ResetBody, ResetView } from '@dps/contract';
import { useSession } from '@dps/contract/client';
import { PasswordField, TextLink, Typography, useFormikField } from '@dps/ui';
import { useNavigate } from '@dps/ui/router';
import { toast } from '@dps/ui/toast';
import { AuthForm } from '../forms/AuthForm.tsx';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useLinkToken } from '../forms/useLinkToken.ts';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { NewPasswordField } from '../new-password/NewPasswordField.tsx';
import { texts } from '../texts/reset.ts';
import { resetApi } from './reset-api.ts';

const EMPTY = { newPassword: '', confirmPassword: '' };

interface Props {
  t: (typeof texts)['reset' | 'restore'];
  /** Sends the token of the link with the new password. An earlier release of the API responds without data. */
  send: (body: ResetBody) => Promise<{ data?: ResetView | undefined; error?: unknown }>;
}

/** Shows the sign-in page. A session that the server has ended must not remain in the page. */
function useSignInPage() {
  const session = useSession();
  const navigate = useNavigate();
  return async () => {
    if (session.state === 'signed-in') globalThis.location.assign('/login');
    else await navigate('/login', { replace: true });
  };
}

/** The form for the new password of the user of a mailed link. */
function PasswordForm({ token, t, send }: Props & { token: string }) {
  const showSignIn = useSignInPage();
  const { failure, ...formik } = useValidatedForm({
    initialValues: EMPTY,
    check: (values: typeof EMPTY) =>
      import('../new-password/password.check.ts').then(
        ({ resetErrors }) => resetErrors(values),
        () => ({}),
      ),
    send: async ({ newPassword }) => {
      const { data, error } = await send({ token, newPassword });
      if (!error) {
        toast({ title: texts.done, description: t.done + texts.removedPasskeys(data?.removedPasskeys ?? 0) });
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
      fallback={t.failed}
      submit={{ label: t.submit, busyLabel: t.submitting }}
      aside={<TextLink to="/forgot-password">{t.requestLink}</TextLink>}
    >
      <NewPasswordField {...password} label={texts.password} known={[]} />
      <PasswordField {...confirm} label={texts.confirm} autoComplete="new-password" required />
    </AuthForm>
  );
}

/**
 * A page that sets a password by the token of a mailed link, which it removes from the address. Opening it changes nothing.
 *
 * @param children shown above the form of a link with a token
 */
export function MailedPasswordPage({ children, ...props }: Props & { children?: ReactNode }) {
  const { t } = props;
  const token = useLinkToken();
  return (
    <NarrowPage title={t.title} intro={token === '' ? t.incomplete : t.intro}>
      {token === '' ? (
        <Typography align="center">
          <TextLink to="/forgot-password">{t.requestLink}</TextLink>
        </Typography>
      ) : (
        <>
          {children}
          <PasswordForm {...props} token={token} />
        </>
      )}
    </NarrowPage>
  );
}

/** `/reset-password#…`: replaces a forgotten password by the token of a mailed link. */
export default function ResetPasswordPage() {
  const [send] = resetApi.resetPassword.useMutation();
  return <MailedPasswordPage t={texts.reset} send={send} />;
}
