import { passwordBody, passwordForm } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';
import { ErrorNotice, PasswordField, Stack, Typography, useFocusFirstError, useFormikField } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { SubmitButton } from '../forms/SubmitButton.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { securityApi } from './security-api.ts';
import { texts } from './texts.ts';

const { password } = texts;
const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The form that changes the password. `onChanged` runs after a change, which ends the other sessions. */
export function PasswordForm({ username, onChanged }: { username: string; onChanged: () => void }) {
  const [change] = securityApi.changePassword.useMutation();
  const { failure, ...formik } = useValidatedForm({
    initialValues: EMPTY,
    check: (values) => schemaErrors(passwordForm, values),
    send: async ({ confirmPassword: _repeated, ...body }) => {
      const { error } = await change(passwordBody.validateSync(body));
      toast(error ? password.failed : password.done);
      if (!error) {
        formik.resetForm();
        onChanged();
      }
      return { error };
    },
  });
  const form = useFocusFirstError(formik);
  const current = useFormikField(formik, 'currentPassword', 'password');
  const next = useFormikField(formik, 'newPassword', 'password');
  const confirm = useFormikField(formik, 'confirmPassword', 'password');
  return (
    <Stack
      component="form"
      ref={form}
      spacing={2}
      noValidate
      method="post"
      aria-labelledby="password-section"
      onSubmit={formik.handleSubmit}
      sx={{ maxWidth: 560 }}
    >
      <Typography color="textSecondary">{password.about}</Typography>
      {/* Password managers store the new password for this account. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...current} label={password.current} autoComplete="current-password" steady required />
      <PasswordField {...next} label={password.next} autoComplete="new-password" steady required />
      <PasswordField {...confirm} label={password.confirm} autoComplete="new-password" steady required />
      {failure !== undefined && <ErrorNotice error={failure} fallback={password.failed.description} told />}
      <div>
        <SubmitButton label={password.submit} busyLabel={password.submitting} busy={formik.isSubmitting} />
      </div>
    </Stack>
  );
}
