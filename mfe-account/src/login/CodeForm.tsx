import { useRef } from 'react';
import type { LoginBody } from '@dps/contract';
import { errorText, type SignIn } from '@dps/contract/guest';
import { Button, TextField, useFormikField } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { AuthForm } from '../forms/AuthForm.tsx';
import { NarrowPage } from '../forms/NarrowPage.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx';
import { requestAssertion } from '../passkeys/passkey-assertion.ts';
import { supportsPasskeys } from '../passkeys/support.ts';
import { texts } from '../texts.ts';
import { texts as passkeyTexts } from '../texts/passkeys.ts';
import { hasCode } from './login.values.ts';
import type { SecondStep } from './useLoginForm.ts';

const { login } = texts;
/** Only users with a second factor read these texts. */
const code = {
  title: 'Enter your code',
  intro: 'Open your authenticator app, or use one of your recovery codes.',
  passkeyTitle: 'Confirm your sign-in',
  passkeyIntro: 'Use your passkey. Without it, enter a code of your authenticator app or a recovery code.',
  label: 'Code',
  missing: 'Code is required',
  wrong: 'This code is not valid, or it has been used.',
  back: 'Back',
} as const;

interface Props extends SecondStep {
  signIn: SignIn;
  onBack: () => void;
}

/** The second step of a sign-in, for an account with a second factor. */
export default function CodeForm({ first, hasPasskey, signIn, onBack }: Props) {
  const field = useRef<HTMLInputElement>(null);
  /** Sends both steps. Returns the error of the call. */
  const complete = async (second: Pick<LoginBody, 'code' | 'passkey'>, fallback: string) => {
    const { error } = await signIn({ ...first, ...second });
    if (!error) toast({ title: login.doneTitle, description: login.done });
    else toast({ title: login.failedTitle, description: errorText(error, fallback), look: 'destructive' });
    return error;
  };
  const usePasskey = async () => {
    const assertion = await requestAssertion();
    if ('problem' in assertion) return assertion.problem;
    const error = await complete({ passkey: assertion.value }, login.passkeyFailed);
    return error && errorText(error, login.passkeyFailed);
  };
  const { failure, ...formik } = useValidatedForm({
    initialValues: { code: '' },
    check: (values): Record<string, string> => (values.code.trim() ? {} : { code: code.missing }),
    send: async (values) => {
      const error = await complete({ code: values.code.trim() }, code.wrong);
      if (error) {
        field.current?.focus();
        field.current?.select();
      }
      return { error };
    },
  });
  const input = useFormikField(formik, 'code', 'login');
  const wrong = hasCode(failure, 'invalid_code') ? errorText(failure, code.wrong) : undefined;
  return (
    <NarrowPage
      title={hasPasskey ? code.passkeyTitle : code.title}
      intro={hasPasskey ? code.passkeyIntro : code.intro}
      hasOffer
    >
      <AuthForm
        formik={formik}
        failure={wrong === undefined ? failure : undefined}
        fallback={login.failed}
        submit={{ label: login.submit, busyLabel: login.submitting }}
        alternative={
          hasPasskey &&
          supportsPasskeys() && (
            <PasskeyButton
              label={passkeyTexts.signIn.use}
              busyLabel={passkeyTexts.signIn.using}
              size="large"
              fullWidth
              onUse={usePasskey}
              told
            />
          )
        }
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
          required
        />
      </AuthForm>
    </NarrowPage>
  );
}
