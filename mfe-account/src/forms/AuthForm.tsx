import type { ComponentProps, ReactNode, Ref } from 'react';
import { ErrorNotice, Typography } from '@dps/ui';
import { SubmitButton } from './buttons.tsx';
import { ValidatedForm } from './ValidatedForm.tsx';

interface Props {
  formik: ComponentProps<typeof ValidatedForm>['formik'];
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
  return (
    <ValidatedForm formik={formik} spacing={2} method="post">
      {children}
      {failure !== undefined && <ErrorNotice error={failure} fallback={fallback} told />}
      <SubmitButton {...submit} busy={formik.isSubmitting} wide />
      {alternative}
      <Typography align="center" sx={{ paddingTop: 2 }}>
        {aside}
      </Typography>
    </ValidatedForm>
  );
}
