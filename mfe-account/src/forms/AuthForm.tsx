import type { FormEvent, ReactNode, Ref } from 'react';
import { ErrorNotice, Stack, Typography, useFocusFirstError } from '@dps/ui';
import { SubmitButton } from './SubmitButton.tsx';

interface Props {
  formik: {
    handleSubmit: (event?: FormEvent<HTMLFormElement>) => void;
    submitCount: number;
    isSubmitting: boolean;
    isValid: boolean;
  };
  /** The error of the last call if it concerns no field. */
  failure: unknown;
  /** The text for an error without a message. */
  fallback: string;
  submit: { label: string; busyLabel: string; ref?: Ref<HTMLButtonElement> };
  /** Another way to continue, below the button. */
  alternative?: ReactNode;
  /** The link to the other page. */
  aside: ReactNode;
  children: ReactNode;
}

/** The form of the login and the signup page: fields, error, one wide button. */
export function AuthForm({ formik, failure, fallback, submit, alternative, aside, children }: Props) {
  const form = useFocusFirstError(formik);
  return (
    <Stack component="form" ref={form} spacing={2} noValidate method="post" onSubmit={formik.handleSubmit}>
      {children}
      {failure !== undefined && <ErrorNotice error={failure} fallback={fallback} told />}
      <SubmitButton {...submit} busy={formik.isSubmitting} wide />
      {alternative}
      <Typography align="center" sx={{ paddingTop: 2 }}>
        {aside}
      </Typography>
    </Stack>
  );
}
