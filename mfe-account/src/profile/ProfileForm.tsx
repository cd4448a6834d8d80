import { Suspense } from 'react';
import type { UserView } from '@dps/contract';
import { Alert, Button, ErrorNotice, Stack, styled, TextField, Typography, useFormikField } from '@dps/ui';
import { Card } from '@dps/ui/data';
import { onDemand } from '@dps/ui/on-demand';
import { FlightHoursField } from '../forms/FlightHoursField.tsx';
import { SubmitButton } from '../forms/buttons.tsx';
import { ValidatedForm } from '../forms/ValidatedForm.tsx';
import { texts } from '../texts/profile.ts';
import { BaseField } from './BaseField.tsx';
import { useProfileForm } from './useProfileForm.ts';

// Few users see it. It shares a file with the rare pages, because the entry contains the digest of each.
const EmailNotice = onDemand(() => import(/* webpackChunkName: "reset" */ '../email/EmailNotice.tsx'));

const { profile } = texts;
const Sheet = styled(Card)({ padding: 24, '& > form': { maxWidth: 560 } });

/** The fields of the profile that the user can change. */
export function ProfileForm({ user }: { user: UserView }) {
  const { formik, failure, isRestored, reset, resets } = useProfileForm(user);
  const name = useFormikField(formik, 'name', 'profile');
  const email = useFormikField(formik, 'email', 'profile');
  const discard = () => {
    reset();
    // The button disappears and would lose the focus.
    document.getElementById(name.id)?.focus();
  };
  const focusEmail = () => document.getElementById(email.id)?.focus();
  return (
    <Sheet>
      <Typography variant="h2" id="personal-information" sx={{ marginBottom: 5 }}>
        {profile.section}
      </Typography>
      <ValidatedForm formik={formik} spacing={2} aria-labelledby="personal-information">
        {isRestored && (
          <Alert
            severity="info"
            role="status"
            action={
              <Button size="small" onClick={discard}>
                {profile.discardDraft}
              </Button>
            }
          >
            {profile.draftRestored}
          </Alert>
        )}
        <TextField {...name} label={profile.name} autoComplete="name" required />
        <TextField {...email} label={profile.email} type="email" autoComplete="email" required />
        {(user.pendingEmail || user.mustConfirmEmail) && (
          <Suspense>
            <EmailNotice user={user} onCanceled={focusEmail} />
          </Suspense>
        )}
        {user.role === 'pilot' && <BaseField formik={formik} />}
        {user.role === 'pilot' && (
          // A reset remounts the field: a number input keeps an invalid text that its value does not contain.
          <FlightHoursField key={resets} formik={formik} form="profile" label={profile.flightHours} />
        )}
        {failure !== undefined && <ErrorNotice error={failure} fallback={profile.failed.description} />}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
          <SubmitButton label={profile.save} busyLabel={profile.saving} busy={formik.isSubmitting} />
          <Button variant="outlined" disabled={formik.isSubmitting} onClick={reset}>
            {profile.reset}
          </Button>
        </Stack>
      </ValidatedForm>
    </Sheet>
  );
}
