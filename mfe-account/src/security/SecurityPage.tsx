import { useSession } from '@dps/contract/client';
import { styled, TextLink, Typography, ErrorNotice, PasswordField, useFormikField } from '@dps/ui';
import { Card } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import type { UserView } from '@dps/contract';
import { toast } from '@dps/ui/toast';
import { PasskeyCard } from '../passkeys/PasskeyCard.tsx';
import { SecondFactorCard } from '../second-factor/SecondFactorCard.tsx';
import { securityApi } from './security-api.ts';
import { SessionCard } from './SessionCard.tsx';
import { texts } from '../texts/security.ts';
import { SettingsHeader } from '../forms/SettingsHeader.tsx';
import { SubmitButton } from '../forms/buttons.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { ValidatedForm } from '../forms/ValidatedForm.tsx';
import { NewPasswordField } from '../new-password/NewPasswordField.tsx';
import type { PasswordValues } from '../new-password/password.check.ts';

const { password } = texts;
const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The form that changes the password. `onChanged` runs after a change, which ends the other sessions. */
function PasswordForm({ user, onChanged }: { user: UserView; onChanged: () => void }) {
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
      <PasswordField {...current} label={password.current} autoComplete="current-password" required />
      <NewPasswordField {...next} label={password.next} known={[user.username, user.email, user.name]} />
      <PasswordField {...confirm} label={password.confirm} autoComplete="new-password" required />
      {failure !== undefined && <ErrorNotice error={failure} fallback={password.failed.description} told />}
      <div>
        <SubmitButton label={password.submit} busyLabel={password.submitting} busy={formik.isSubmitting} />
      </div>
    </ValidatedForm>
  );
}

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });
// As the table cells of the other cards.
const Sheet = styled(Card)({ padding: 16 });

/** `/security`: the password and the sessions of the signed-in user. */
export default function SecurityPage() {
  const session = useSession();
  const { data, error, refetch } = securityApi.sessions.useQuery();
  const reload = () => void refetch();
  return (
    <>
      <SettingsHeader title={texts.title} subtitle={texts.subtitle} />
      <Parts>
        <Sheet role="region" aria-labelledby="password-section">
          <Typography variant="h2" id="password-section" sx={{ marginBottom: 1 }}>
            {texts.password.section}
          </Typography>
          {session.state === 'signed-in' ? (
            <PasswordForm user={session.user} onChanged={reload} />
          ) : (
            <LoadingShape text={texts.loading} shape="fields" />
          )}
        </Sheet>
        <SecondFactorCard />
        <PasskeyCard />
        <SessionCard sessions={data} error={error} onReload={reload} />
        <Typography>
          <TextLink to="/privacy">{texts.privacy}</TextLink>
        </Typography>
      </Parts>
    </>
  );
}
