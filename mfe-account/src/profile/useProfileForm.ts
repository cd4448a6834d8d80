import { useState } from 'react';
import type { UserView } from '@dps/shared-contracts';
import { toast } from '@dps/ui/toast';
import { accountApi } from '../api.ts';
import { useCheckedForm } from '../forms/useCheckedForm.ts';
import { texts } from '../texts.ts';
import { profileErrors, profileOf, profileValues } from './profile.values.ts';

const { profile } = texts;

/** The form of a user's profile. `resets` counts how often it was put back. */
export function useProfileForm(user: UserView) {
  const [update] = accountApi.updateProfile.useMutation();
  const [resets, setResets] = useState(0);
  const { failure, ...formik } = useCheckedForm({
    initialValues: profileValues(user),
    enableReinitialize: true,
    check: profileErrors,
    send: async (values) => {
      const { error } = await update(profileOf(values));
      toast(
        error
          ? { title: profile.failedTitle, description: profile.failed, look: 'destructive' }
          : { title: profile.doneTitle, description: profile.done },
      );
      return { error };
    },
  });
  const reset = () => {
    formik.resetForm();
    setResets((before) => before + 1);
  };
  return { formik, failure, reset, resets };
}
