import { useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react';
import { coreApi, isApiError } from '@dps/shared-contracts/client';

/** The form by which the user on screen signs in again: only their password is asked for. */
export function useSignInAgain(username: string) {
  const [login, { error, isLoading }] = coreApi.useCoreLoginMutation();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password !== '') await login({ username, password });
    // What was refused is typed over; once signed in, the field is gone.
    field.current?.focus();
    field.current?.select();
  };
  return {
    field,
    password,
    missing,
    error,
    /** The server took neither the name nor the password; other failures are not the field's. */
    refused: isApiError(error) && error.code === 'invalid_credentials',
    busy: isLoading,
    change: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setPassword(event.target.value),
    submit: (event: SyntheticEvent) => void submit(event),
  };
}
