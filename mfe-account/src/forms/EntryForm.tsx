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
  /** The error of the last call where no field tells it; `fallback` are the words for it. */
  failure: unknown;
  fallback: string;
  submit: { label: string; busyLabel: string; ref?: Ref<HTMLButtonElement> };
  /** Where else to go. */
  aside: ReactNode;
  children: ReactNode;
}

/** The form that a page is there for: its fields, what went wrong, one wide button. */
export function EntryForm({ formik, failure, fallback, submit, aside, children }: Props) {
  const form = useFocusFirstError(formik);
  return (
    <Stack component="form" ref={form} spacing={2} noValidate method="post" onSubmit={formik.handleSubmit}>
      {children}
      {failure !== undefined && <ErrorNotice error={failure} fallback={fallback} told />}
      <SubmitButton {...submit} busy={formik.isSubmitting} wide />
      <Typography align="center" sx={{ paddingTop: 2 }}>
        {aside}
      </Typography>
    </Stack>
  );
}
