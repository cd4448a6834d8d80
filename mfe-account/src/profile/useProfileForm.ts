import { useState } from 'react';
import type { UserView } from '@dps/shared-contracts';
import { useUnloadWarning } from '@dps/shared-contracts/form';
import { toast } from '@dps/ui/toast';
import { accountApi } from '../api.ts';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { texts } from '../texts.ts';
import { profileErrors, profileOf, profileValues } from './profile.values.ts';

const { profile } = texts;

/** The form of the user's profile. `resets` is the number of resets. */
export function useProfileForm(user: UserView) {
  const [update] = accountApi.updateProfile.useMutation();
  const [resets, setResets] = useState(0);
  const { failure, ...formik } = useValidatedForm({
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
  useUnloadWarning(formik.dirty);
  const reset = () => {
    formik.resetForm();
    setResets((before) => before + 1);
  };
  return { formik, failure, reset, resets };
}
