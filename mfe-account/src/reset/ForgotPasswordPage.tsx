import { useState } from 'react';
import { Button, Stack, TextField, TextLink, Typography, useFormikField } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { AuthForm } from '../forms/AuthForm.tsx';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { resetApi } from './reset-api.ts';
import { texts } from '../texts/reset.ts';

const { forgot } = texts;
const loadCheck = () => import('../new-password/password.check.ts');

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const [request] = resetApi.requestReset.useMutation();
  const { failure, ...formik } = useValidatedForm({
    initialValues: { email: '' },
    check: (values: { email: string }) =>
      loadCheck().then(
        ({ requestErrors }) => requestErrors(values),
        () => ({}),
      ),
    send: async (values) => {
      const { email } = await loadCheck().then(
        ({ requestOf }) => requestOf(values),
        // The server validates, too.
        () => values,
      );
      const { error } = await request({ email });
      if (!error) {
        toast({ title: forgot.sentTitle });
        onSent(email);
      }
      return { error };
    },
  });
  const email = useFormikField(formik, 'email', 'forgot');
  return (
    <AuthForm
      formik={formik}
      failure={failure}
      fallback={forgot.failed}
      submit={{ label: forgot.submit, busyLabel: forgot.submitting }}
      aside={<TextLink to="/login">{texts.signIn}</TextLink>}
    >
      <TextField {...email} label={forgot.email} type="email" autoComplete="email" required />
    </AuthForm>
  );
}

/** `/forgot-password`: mails a link to a new password. The page does not say whether there is such an account. */
export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo === undefined)
    return (
      <NarrowPage title={forgot.title} intro={forgot.intro}>
        <RequestForm onSent={setSentTo} />
      </NarrowPage>
    );
  return (
    <NarrowPage title={forgot.sentTitle} intro={forgot.sent(sentTo)}>
      <Stack spacing={2}>
        <Button variant="outlined" size="large" fullWidth onClick={() => setSentTo(undefined)}>
          {forgot.again}
        </Button>
        <Typography align="center">
          <TextLink to="/login">{texts.signIn}</TextLink>
        </Typography>
      </Stack>
    </NarrowPage>
  );
}
