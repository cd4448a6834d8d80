import { useEffect, useRef } from 'react';
import type { LoginBody } from '@dps/contract';
import { errorText, isApiError, type SignIn } from '@dps/contract/guest';
import { toast } from '@dps/ui/toast';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { texts } from '../texts.ts';
import { hasCode, loginOf, namesField, usernameOf } from './login.values.ts';

const { login } = texts;

/** The second step of a sign-in. */
export interface SecondStep {
  /** The username and the password, which the server has accepted. */
  first: LoginBody;
  hasPasskey: boolean;
}

/** Loads the validation after the page, which is part of the first load. If it cannot be loaded, the server validates. */
const loadCheck = () =>
  import('./login.check.ts').then(
    ({ loginErrors }) => loginErrors,
    () => () => ({}),
  );

const isInvalidCredentials = (error: unknown) => isApiError(error) && error.code === 'invalid_credentials';

/**
 * The form of the login page. Invalid credentials are an error of the password field, which is then focused and selected.
 *
 * @param state the page's location state
 * @param signIn signs in
 * @param onSecondFactor receives the right username and password of an account that requires a second factor, too
 */
export function useLoginForm(state: unknown, signIn: SignIn, onSecondFactor: (step: SecondStep) => void) {
  const passwordRef = useRef<HTMLInputElement>(null);
  useEffect(() => void loadCheck(), []);
  const { failure, ...formik } = useValidatedForm({
    initialValues: { username: usernameOf(state), password: '' },
    check: async (values) => (await loadCheck())(values),
    send: async (values) => {
      const body = loginOf(values);
      const { error } = await signIn(body);
      if (hasCode(error, 'second_factor_required')) {
        onSecondFactor({ first: body, hasPasskey: namesField(error, 'passkey') });
        return {};
      }
      if (!error) toast({ title: login.doneTitle, description: login.done });
      else {
        toast({
          title: login.failedTitle,
          description: errorText(error, login.failed),
          look: 'destructive',
        });
        if (isInvalidCredentials(error)) {
          passwordRef.current?.focus();
          passwordRef.current?.select();
        }
      }
      return { error };
    },
  });
  const wrong = isInvalidCredentials(failure);
  return {
    formik,
    passwordRef,
    wrong: wrong ? errorText(failure, login.failed) : undefined,
    failure: wrong ? undefined : failure,
  };
}
