import { Suspense, useRef, useState } from 'react';
import type { DemoAccount } from '@dps/contract';
import { readDeployment, type GuestPageProps, type SignIn } from '@dps/contract/guest';
import { PasswordField, TextField, TextLink, useFormikField } from '@dps/ui';
import { onDemand } from '@dps/ui/on-demand';
import { useLocation } from '@dps/ui/router';
import { AuthForm } from '../forms/AuthForm.tsx';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { PasskeySignIn } from '../passkeys/PasskeySignIn.tsx';
import { supportsPasskeys } from '../passkeys/support.ts';
import { texts } from '../texts.ts';
import { DemoAccounts } from './DemoAccounts.tsx';
import { useLoginForm, type SecondStep } from './useLoginForm.ts';

const { login } = texts;
const CodeForm = onDemand(() => import('./CodeForm.tsx'));

interface Props {
  signIn: SignIn;
  onSignedIn?: GuestPageProps['onSignedIn'];
}

/** The content of the login page. The shell's guard redirects after login. */
export function LoginForm({ signIn, onSignedIn }: Props) {
  const { state }: { state: unknown } = useLocation();
  const [first, setFirst] = useState<SecondStep>();
  const { formik, passwordRef, wrong, failure } = useLoginForm(state, signIn, setFirst);
  const submit = useRef<HTMLButtonElement>(null);
  const username = useFormikField(formik, 'username', 'login');
  const password = useFormikField(formik, 'password', 'login');
  const { demoAccounts } = readDeployment();
  const fill = (account: DemoAccount) => {
    void formik.setValues({ username: account.username, password: account.password });
    submit.current?.focus();
  };
  if (first)
    return (
      <Suspense>
        <CodeForm {...first} signIn={signIn} onBack={() => setFirst(undefined)} />
      </Suspense>
    );
  return (
    <NarrowPage title={login.title} intro={login.welcome}>
      <AuthForm
        formik={formik}
        failure={failure}
        fallback={login.failed}
        submit={{ label: login.submit, busyLabel: login.submitting, ref: submit }}
        alternative={supportsPasskeys() && <PasskeySignIn onSignedIn={onSignedIn} />}
        aside={
          <>
            {login.noAccount}{' '}
            <TextLink to="/signup" state={state}>
              {login.signUp}
            </TextLink>
            <br />
            <TextLink to="/forgot-password">{login.forgot}</TextLink>
            <br />
            <TextLink to="/welcome" state={state}>
              {texts.about}
            </TextLink>
          </>
        }
      >
        <TextField
          {...username}
          label={login.username}
          autoComplete="username"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
          steady
          required
        />
        <PasswordField
          {...password}
          inputRef={passwordRef}
          label={login.password}
          autoComplete="current-password"
          error={password.error || wrong !== undefined}
          helperText={password.helperText ?? wrong}
          steady
          required
        />
      </AuthForm>
      {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts} onUse={fill} />}
    </NarrowPage>
  );
}
