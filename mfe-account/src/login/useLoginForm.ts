import { useEffect, useRef } from 'react';
import { coreApi, errorText, isApiError } from '@dps/shared-contracts/client';
import { toast } from '@dps/ui/toast';
import { usernameOf } from '../forms/entry-state.ts';
import { useCheckedForm } from '../forms/useCheckedForm.ts';
import { texts } from '../texts.ts';
import { loginOf } from './login.values.ts';

const { login } = texts;

/**
 * The contract's check comes after the page, which everybody waits for who signs in. Where it does not arrive nothing is
 * checked here: the server says the same.
 */
const loadCheck = () =>
  import('./login.check.ts').then(
    ({ loginErrors }) => loginErrors,
    () => () => ({}),
  );

const isWrong = (error: unknown) => isApiError(error) && error.code === 'invalid_credentials';

/**
 * The form of the sign-in page. A wrong username or password is told at the password, which is then ready to be typed
 * again; the server does not say which of the two it was.
 *
 * @param state the page's location state
 */
export function useLoginForm(state: unknown) {
  const [signIn] = coreApi.useCoreLoginMutation();
  const passwordRef = useRef<HTMLInputElement>(null);
  useEffect(() => void loadCheck(), []);
  const { failure, ...formik } = useCheckedForm({
    initialValues: { username: usernameOf(state), password: '' },
    check: async (values) => (await loadCheck())(values),
    send: async (values) => {
      const { error } = await signIn(loginOf(values));
      if (!error) toast({ title: login.doneTitle, description: login.done });
      else {
        toast({
          title: login.failedTitle,
          description: errorText(error, login.failed),
          look: 'destructive',
        });
        if (isWrong(error)) {
          passwordRef.current?.focus();
          passwordRef.current?.select();
        }
      }
      return { error };
    },
  });
  const wrong = isWrong(failure);
  return {
    formik,
    passwordRef,
    wrong: wrong ? errorText(failure, login.failed) : undefined,
    failure: wrong ? undefined : failure,
  };
}
