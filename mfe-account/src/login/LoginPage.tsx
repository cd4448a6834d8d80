import type { DemoAccount } from '@dps/shared-contracts';
import { errorText, readDeployment } from '@dps/shared-contracts/client';
import {
  Button,
  PasswordField,
  Stack,
  TextField,
  TextLink,
  Typography,
  useFocusFirstError,
  useFormikField,
} from '@dps/shared-contracts/ui';
import { useLocation } from '@dps/shared-contracts/ui/router';
import { toast } from '@dps/shared-contracts/ui/toast';
import { accountApi } from '../api.ts';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useCheckedForm } from '../forms/useCheckedForm.ts';
import { texts } from '../texts.ts';
import { DemoAccounts } from './DemoAccounts.tsx';
import { loginErrors, loginOf } from './login.values.ts';

const { login } = texts;

function useLoginForm() {
  const [signIn] = accountApi.login.useMutation();
  return useCheckedForm({
    initialValues: { username: '', password: '' },
    check: loginErrors,
    send: async (values) => {
      const { error } = await signIn(loginOf(values));
      if (error) {
        toast({
          title: login.failedTitle,
          description: errorText(error, login.failed),
          look: 'destructive',
        });
      } else toast({ title: login.doneTitle, description: login.done });
      return { error };
    },
  });
}

/** `/login`. Where to go on to once somebody is signed in is the guard's business. */
export default function LoginPage() {
  const formik = useLoginForm();
  const form = useFocusFirstError(formik);
  const username = useFormikField(formik, 'username');
  const password = useFormikField(formik, 'password');
  const { state }: { state: unknown } = useLocation();
  const { demoAccounts } = readDeployment();
  const fill = (account: DemoAccount) =>
    void formik.setValues({ username: account.username, password: account.password });
  const busy = formik.isSubmitting;
  return (
    <NarrowPage title={login.title} intro={login.welcome}>
      <Stack component="form" ref={form} spacing={4} noValidate method="post" onSubmit={formik.handleSubmit}>
        <TextField
          {...username}
          label={login.username}
          autoComplete="username"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
          required
        />
        <PasswordField {...password} label={login.password} autoComplete="current-password" required />
        <Button type="submit" variant="contained" size="large" fullWidth disabled={busy}>
          {busy ? login.submitting : login.submit}
        </Button>
        <Typography align="center">
          {login.noAccount}{' '}
          <TextLink to="/signup" state={state}>
            {login.signUp}
          </TextLink>
        </Typography>
      </Stack>
      {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts} onUse={fill} />}
    </NarrowPage>
  );
}
