import { useDeferredValue, useId } from 'react';
import type { FormikProps } from 'formik';
import { TextField, useFormikField } from '@dps/ui';
import { accountApi } from '../api.ts';
import { texts } from '../texts/profile.ts';
import type { ProfileValues } from './profile.values.ts';

const { profile } = texts;

/** The fewest characters for which the server lists towns. */
const SHORTEST = 2;

/** The base of a pilot. The browser offers the towns whose names begin with the text. */
export function BaseField({ formik }: { formik: FormikProps<ProfileValues> }) {
  const { helperText, ...field } = useFormikField(formik, 'base', 'profile');
  const listId = useId();
  const search = useDeferredValue(formik.values.base.trim());
  const skip = search.length < SHORTEST || search === formik.initialValues.base;
  const { data: towns = [] } = accountApi.towns.useQuery(search, { skip });
  return (
    <>
      <TextField
        {...field}
        label={profile.base}
        placeholder={profile.baseExample}
        helperText={helperText ?? profile.baseHint}
        autoComplete="off"
        slotProps={{ htmlInput: { list: listId } }}
      />
      <datalist id={listId}>
        {towns.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
