import { useRef } from 'react';
import type { LoginBody } from '@dps/contract';
import { errorText, type SignIn } from '@dps/contract/guest';
import { Button, TextField, useFormikField } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { AuthForm } from '../forms/AuthForm.tsx';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { texts } from '../texts.ts';
import { hasCode } from './login.values.ts';

const { login } = texts;
/** Only users with a second factor read these texts. */
const code = {
  title: 'Enter your code',
  intro: 'Open your authenticator app, or use one of your recovery codes.',
  label: 'Code',
  missing: 'Code is required',
  wrong: 'This code is not valid, or it has been used.',
  back: 'Back',
} as const;

interface Props {
  /** The username and the password, which the server has accepted. */
  first: LoginBody;
  signIn: SignIn;
  onBack: () => void;
}

/** The second step of a sign-in, for an account with a second factor. */
export default function CodeForm({ first, signIn, onBack }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const { failure, ...formik } = useValidatedForm({
    initialValues: { code: '' },
    check: (values): Record<string, string> => (values.code.trim() ? {} : { code: code.missing }),
    send: async (values) => {
      const { error } = await signIn({ ...first, code: values.code.trim() });
      if (!error) toast({ title: login.doneTitle, description: login.done });
      else {
        const description = errorText(error, code.wrong);
        toast({ title: login.failedTitle, description, look: 'destructive' });
        field.current?.focus();
        field.current?.select();
      }
      return { error };
    },
  });
  const input = useFormikField(formik, 'code', 'login');
  const wrong = hasCode(failure, 'invalid_code') ? errorText(failure, code.wrong) : undefined;
  return (
    <NarrowPage title={code.title} intro={code.intro}>
      <AuthForm
        formik={formik}
        failure={wrong === undefined ? failure : undefined}
        fallback={login.failed}
        submit={{ label: login.submit, busyLabel: login.submitting }}
        aside={<Button onClick={onBack}>{code.back}</Button>}
      >
        <TextField
          {...input}
          inputRef={field}
          label={code.label}
          autoComplete="one-time-code"
          autoFocus
          error={input.error || wrong !== undefined}
          helperText={input.helperText ?? wrong}
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
          steady
          required
        />
      </AuthForm>
    </NarrowPage>
  );
}
