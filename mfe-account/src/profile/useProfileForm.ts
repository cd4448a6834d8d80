import { useEffect, useEffectEvent, useState } from 'react';
import type { UserView } from '@dps/contract';
import { applyDraft, findDraft, useFormDraft } from '@dps/contract/form';
import { toast } from '@dps/ui/toast';
import { accountApi } from '../api.ts';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { texts } from '../texts/profile.ts';
import { profileValues } from './profile.values.ts';

const { profile } = texts;

/** Loads the validation at the first change: the first paint does not need its 12 KiB. */
const loadCheck = () => import('./profile.check.ts');

/** The form of the user's profile, with its draft. `resets` is the number of resets. */
export function useProfileForm(user: UserView) {
  const [update] = accountApi.updateProfile.useMutation();
  const [readTowns] = accountApi.towns.useLazyQuery();
  const search = (text: string) => readTowns(text, true).unwrap();
  const [resets, setResets] = useState(0);
  const saved = profileValues(user);
  const [draft] = useState(() => findDraft('profile', user.id, saved));
  const [isRestored, setRestored] = useState(draft !== null);
  const { failure, ...formik } = useValidatedForm({
    initialValues: saved,
    enableReinitialize: true,
    check: (values) =>
      loadCheck().then(
        ({ profileErrors }) => profileErrors(values, saved, search),
        () => ({}),
      ),
    send: async (values) => {
      const { data, error } = await loadCheck()
        .then(async ({ profileOf }) => update(await profileOf(values, saved, search)))
        .catch((loadError: unknown) => ({ data: undefined, error: loadError }));
      toast(error ? profile.failed : profile.done);
      if (!error) finish();
      // A new address is pending until it is confirmed: the field shows the current one.
      if (data && data.email !== values.email) void formik.setFieldValue('email', data.email);
      return { error };
    },
  });
  const deleteDraft = useFormDraft(
    'profile',
    user.id,
    formik.dirty ? { base: saved, values: formik.values } : null,
  );
  const finish = () => {
    deleteDraft();
    setRestored(false);
  };
  const restore = useEffectEvent(() => {
    if (draft) void formik.setValues(applyDraft(draft, saved));
  });
  useEffect(() => restore(), []);
  const reset = () => {
    finish();
    formik.resetForm();
    setResets((before) => before + 1);
  };
  return { formik, failure, isRestored, reset, resets };
}
