import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { ErrorCode } from '@dps/contract';
import { coreApi, isApiError } from '@dps/contract/client';
import { useLocation, useNavigate } from '@dps/ui/router';
import type { ShellDispatch } from '../store.tsx';
import { endSession, requestCurrentUser } from './current-user.ts';
import { requiredSignIn } from './required-sign-in.ts';
import type { SignInState } from './return-path.ts';

const isRefusal = (error: unknown, code: ErrorCode) => isApiError(error) && error.code === code;

/**
 * State and handlers of the form in which the user on screen signs in again. It requires only the password, and the
 * code of an account with a second factor.
 */
export function useReauthenticationForm(username: string) {
  const [login, { error, isLoading }] = coreApi.useCoreLoginMutation();
  const [missing, setMissing] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const password = field.current?.value;
    const code = codeField.current?.value;
    setMissing(!password);
    if (password) {
      const { error: refusal } = await login({ username, password, ...(code && { code }) });
      if (!refusal) requiredSignIn.settle('repeat');
      if (isRefusal(refusal, 'second_factor_required')) setNeedsCode(true);
    }
    // After a refusal, the next key replaces the text. After success, the field is gone.
    const wrong = codeField.current ?? field.current;
    wrong?.focus();
    wrong?.select();
  };
  return {
    field,
    codeField,
    missing,
    /** The account has a second factor. */
    needsCode,
    /** The message of a missing code is the label of its field. */
    error: isRefusal(error, 'second_factor_required') ? undefined : error,
    /** The server refused the username or the password. Other failures do not concern the field. */
    refused: isRefusal(error, 'invalid_credentials'),
    busy: isLoading,
    submit: (event: SyntheticEvent) => void submit(event),
  };
}

/** Requests the current user when this window receives the focus: the user may have signed in again in another window. */
export function useRefetchUserOnFocus(): void {
  const dispatch = useDispatch<ShellDispatch>();
  useEffect(() => {
    const refetch = () => void dispatch(requestCurrentUser());
    globalThis.addEventListener('focus', refetch);
    return () => globalThis.removeEventListener('focus', refetch);
  }, [dispatch]);
}

/** Returns a function that ends the expired session and opens the sign-in page. The next sign-in returns to this page. */
export function useLeaveEndedSession(): () => void {
  const dispatch = useDispatch<ShellDispatch>();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => {
    const state: SignInState = { from: pathname + search };
    endSession(dispatch);
    void navigate('/login', { state });
  };
}
