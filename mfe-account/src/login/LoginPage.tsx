import { lazy, Suspense, useRef, useState } from 'react';
import { readDeployment, type GuestPageProps, type SignIn } from '@dps/contract/guest';
import type { DemoAccount } from '@dps/contract';
import {
  PasswordField,
  TextField,
  TextLink,
  useFormikField,
  Button,
  MONO_FAMILY,
  styled,
  Typography,
} from '@dps/ui';
import { onDemand } from '@dps/ui/on-demand';
import { useLocation } from '@dps/ui/router';
import { Literal } from '@dps/ui/literal';
import { toast } from '@dps/ui/toast';
import { AuthForm } from '../forms/AuthForm.tsx';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx';
import { loadAgain, supportsPasskeys } from '../passkeys/support.ts';
import { texts } from '../texts.ts';
import { useLoginForm, type SecondStep } from './useLoginForm.ts';

const Section = styled('section')(({ theme }) => ({
  marginTop: 24,
  paddingTop: 20,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));
const List = styled('ul')({ listStyle: 'none', margin: '8px 0 0', padding: 0, display: 'grid', gap: 12 });
const Account = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
});
const Credentials = styled('p')(({ theme }) => ({
  margin: 0,
  fontFamily: MONO_FAMILY,
  fontSize: theme.typography.caption.fontSize,
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));

interface DemoAccountsProps {
  accounts: readonly DemoAccount[];
  onUse: (account: DemoAccount) => void;
}

/** The demo accounts, each with a button that fills in the form. */
function DemoAccounts({ accounts, onUse }: DemoAccountsProps) {
  const { demo } = texts;
  return (
    <Section aria-labelledby="demo-accounts">
      <Typography variant="h3" component="h2" id="demo-accounts">
        {demo.title}
      </Typography>
      <List>
        {accounts.map((account) => (
          <Account key={account.username}>
            <div>
              <Typography>{demo.roles[account.role]}</Typography>
              <Credentials>
                <Literal>{`${account.username} / ${account.password}`}</Literal>
              </Credentials>
            </div>
            <Button variant="outlined" size="small" onClick={() => onUse(account)}>
              {demo.use[account.role]}
            </Button>
          </Account>
        ))}
      </List>
    </Section>
  );
}

const { login } = texts;
const CodeForm = onDemand(() => import('./CodeForm.tsx'));

interface Props {
  signIn: SignIn;
  onSignedIn?: GuestPageProps['onSignedIn'];
}

/** The content of the login page. The shell's guard redirects after login. */
function LoginForm({ signIn, onSignedIn = loadAgain }: Props) {
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
  const usePasskey = async () => {
    // Loads with the first use, as few users of the page need it.
    const problem = await import('../passkeys/passkey-assertion.ts').then(
      ({ signInWithPasskey }) => signInWithPasskey(),
      () => login.passkeyFailed,
    );
    if (problem !== undefined) return problem;
    await onSignedIn();
    toast({ title: login.doneTitle, description: login.done });
    return undefined;
  };
  if (first)
    return (
      <Suspense>
        <CodeForm {...first} signIn={signIn} onBack={() => setFirst(undefined)} />
      </Suspense>
    );
  return (
    <NarrowPage
      title={login.title}
      intro={login.welcome}
      hasOffer
      more={
        <TextLink to="/welcome" state={state}>
          {texts.about}
        </TextLink>
      }
    >
      <AuthForm
        formik={formik}
        failure={failure}
        fallback={login.failed}
        submit={{ label: login.submit, busyLabel: login.submitting, ref: submit }}
        alternative={
          supportsPasskeys() && (
            <PasskeyButton
              label={login.passkey}
              busyLabel={login.passkeyBusy}
              size="large"
              fullWidth
              onUse={usePasskey}
            />
          )
        }
        aside={
          <>
            {login.noAccount}{' '}
            <TextLink to="/signup" state={state}>
              {login.signUp}
            </TextLink>
            <br />
            <TextLink to="/forgot-password">{login.forgot}</TextLink>
          </>
        }
      >
        <TextField
          {...username}
          label={login.username}
          autoComplete="username"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
          required
        />
        <PasswordField
          {...password}
          inputRef={passwordRef}
          label={login.password}
          autoComplete="current-password"
          error={password.error || wrong !== undefined}
          helperText={password.helperText ?? wrong}
          required
        />
      </AuthForm>
      {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts} onUse={fill} />}
    </NarrowPage>
  );
}

const StoreLogin = lazy(async () => {
  const { useStoreSignIn } = await import('./useStoreSignIn.ts');
  function Login() {
    return <LoginForm signIn={useStoreSignIn()} />;
  }
  return { default: Login };
});

/** `/login`. Earlier shells do not pass `signIn`: the page then signs in with the store. */
export default function LoginPage({ signIn, onSignedIn }: GuestPageProps) {
  return signIn ? <LoginForm signIn={signIn} onSignedIn={onSignedIn} /> : <StoreLogin />;
}
