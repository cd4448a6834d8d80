import type { FormikProps } from 'formik';
import type { SyntheticEvent } from 'react';
import { DURATION_MAX } from '@dps/shared-contracts';
import { TextField, useFormikField } from '@dps/ui';
import { texts } from '../texts.ts';
import type { FlightUploadValues } from './flight-upload.ts';

/** The form's value for a text that the browser cannot parse as a number, so that it is invalid and not missing. */
const UNREADABLE = 'unreadable';

interface Props {
  formik: FormikProps<FlightUploadValues>;
  /** The duration of the log. */
  helperText: string | undefined;
}

/** The duration of a flight in whole minutes. */
export function DurationField({ formik, helperText }: Props) {
  const field = useFormikField(formik, 'duration');
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const { validity, value } = currentTarget;
    void formik.setFieldValue('duration', validity.badInput ? UNREADABLE : value);
  };
  return (
    <TextField
      {...field}
      label={texts.upload.duration}
      placeholder={texts.upload.durationPlaceholder}
      type="number"
      value={field.value === UNREADABLE ? '' : field.value}
      onChange={read}
      helperText={field.helperText ?? helperText}
      autoComplete="off"
      slotProps={{
        // The change event does not fire when an empty field gets a text that is no number; the input event does.
        htmlInput: { inputMode: 'numeric', min: 1, max: DURATION_MAX, step: 1, onInput: read },
      }}
      required
    />
  );
}
