import type { UserView } from '@dps/contract';
import { ErrorNotice, PasswordField, Typography, useFormikField } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { SubmitButton } from '../forms/SubmitButton.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { ValidatedForm } from '../forms/ValidatedForm.tsx';
import { NewPasswordField } from '../new-password/NewPasswordField.tsx';
import type { PasswordValues } from '../new-password/password.check.ts';
import { securityApi } from './security-api.ts';
import { texts } from '../texts/security.ts';

const { password } = texts;
const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The form that changes the password. `onChanged` runs after a change, which ends the other sessions. */
export function PasswordForm({ user, onChanged }: { user: UserView; onChanged: () => void }) {
  const [change] = securityApi.changePassword.useMutation();
  const { failure, ...formik } = useValidatedForm({
    initialValues: EMPTY,
    check: (values: PasswordValues) =>
      import('../new-password/password.check.ts').then(
        ({ passwordErrors }) => passwordErrors(values),
        // The server validates, too.
        () => ({}),
      ),
    send: async ({ confirmPassword: _repeated, ...body }) => {
      const { error } = await change(body);
      toast(error ? password.failed : password.done);
      if (!error) {
        formik.resetForm();
        onChanged();
      }
      return { error };
    },
  });
  const current = useFormikField(formik, 'currentPassword', 'password');
  const next = useFormikField(formik, 'newPassword', 'password');
  const confirm = useFormikField(formik, 'confirmPassword', 'password');
  return (
    <ValidatedForm
      formik={formik}
      spacing={2}
      method="post"
      aria-labelledby="password-section"
      sx={{ maxWidth: 560 }}
    >
      <Typography color="textSecondary">{password.about}</Typography>
      {/* Password managers store the new password for this account. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField {...current} label={password.current} autoComplete="current-password" steady required />
      <NewPasswordField {...next} label={password.next} known={[user.username, user.email, user.name]} />
      <PasswordField {...confirm} label={password.confirm} autoComplete="new-password" steady required />
      {failure !== undefined && <ErrorNotice error={failure} fallback={password.failed.description} told />}
      <div>
        <SubmitButton label={password.submit} busyLabel={password.submitting} busy={formik.isSubmitting} />
      </div>
    </ValidatedForm>
  );
}
