import { useState, type FocusEvent } from 'react';
import { TextField, useFormikField } from '@dps/ui';
import { townsApi } from '../area/towns-api.ts';
import { formTexts } from '../texts/form.ts';
import { texts } from '../texts.ts';
import type { JobFormik } from './job-form.values.ts';

const { location: words } = formTexts;

function useHint({ values }: JobFormik, location: string): string | undefined {
  const { currentData: towns } = townsApi.towns.useQuery(
    { location },
    { skip: !location || values.area !== '' },
  );
  if (values.area !== '') return words.area;
  if (!towns) return undefined;
  return towns[0]?.name ? words.found(towns[0].name) : words.none;
}

/** The location, with the town that the server finds for it after the user has left the field. Pilots see the distance to that town. */
export function LocationField({ formik }: { formik: JobFormik }) {
  const { helperText, onBlur, ...field } = useFormikField(formik, 'location');
  const [left, setLeft] = useState(formik.values.location);
  const hint = useHint(formik, left.trim());
  return (
    <TextField
      {...field}
      label={texts.fields.location}
      required
      placeholder={formTexts.create.locationPlaceholder}
      helperText={helperText ?? <span role="status">{left === formik.values.location && hint}</span>}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        onBlur(event);
        setLeft(event.target.value);
      }}
    />
  );
}
