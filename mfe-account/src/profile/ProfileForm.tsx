import { useState } from 'react';
import type { UserView } from '@dps/shared-contracts';
import {
  Button,
  Stack,
  styled,
  TextField,
  Typography,
  useFocusFirstError,
  useFormikField,
} from '@dps/shared-contracts/ui';
import { Card, ErrorNotice } from '@dps/shared-contracts/ui/data';
import { toast } from '@dps/shared-contracts/ui/toast';
import { accountApi } from '../api.ts';
import { FlightHoursField } from '../forms/FlightHoursField.tsx';
import { useCheckedForm } from '../forms/useCheckedForm.ts';
import { texts } from '../texts.ts';
import { profileErrors, profileOf, profileValues } from './profile.values.ts';

const { profile } = texts;
const Sheet = styled(Card)({ padding: 24, '& > form': { maxWidth: 560 } });

function useProfileForm(user: UserView) {
  const [update] = accountApi.updateProfile.useMutation();
  const [refusal, setRefusal] = useState<unknown>();
  const formik = useCheckedForm({
    initialValues: profileValues(user),
    enableReinitialize: true,
    check: profileErrors,
    send: async (values) => {
      const { error } = await update(profileOf(values));
      setRefusal(error);
      toast(
        error
          ? { title: profile.failedTitle, description: profile.failed, look: 'destructive' }
          : { title: profile.doneTitle, description: profile.done },
      );
      return { error };
    },
  });
  const [resets, setResets] = useState(0);
  const reset = () => {
    formik.resetForm();
    setRefusal(undefined);
    setResets((before) => before + 1);
  };
  return { formik, refusal: formik.isValid ? refusal : undefined, reset, resets };
}

/** What the user may change about themselves. */
export function ProfileForm({ user }: { user: UserView }) {
  const { formik, refusal, reset, resets } = useProfileForm(user);
  const form = useFocusFirstError(formik);
  const name = useFormikField(formik, 'name');
  const email = useFormikField(formik, 'email');
  const busy = formik.isSubmitting;
  return (
    <Sheet>
      <Typography variant="h2" id="personal-information" sx={{ marginBottom: 5 }}>
        {profile.section}
      </Typography>
      <Stack
        component="form"
        ref={form}
        spacing={4}
        noValidate
        aria-labelledby="personal-information"
        onSubmit={formik.handleSubmit}
      >
        <TextField {...name} label={profile.name} autoComplete="name" required />
        <TextField {...email} label={profile.email} type="email" autoComplete="email" required />
        {user.role === 'pilot' && (
          // Anew after a reset: a number field keeps what it cannot read out of its value, beyond the form's reach.
          <FlightHoursField key={resets} formik={formik} label={profile.flightHours} />
        )}
        {refusal !== undefined && <ErrorNotice error={refusal} fallback={profile.failed} />}
        <Stack direction="row" spacing={2}>
          <Button type="submit" variant="contained" disabled={busy}>
            {busy ? profile.saving : profile.save}
          </Button>
          <Button variant="outlined" disabled={busy} onClick={reset}>
            {profile.reset}
          </Button>
        </Stack>
      </Stack>
    </Sheet>
  );
}
