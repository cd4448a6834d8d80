import type { FormikProps } from 'formik';
import { DURATION_MAX } from '@dps/contract';
import { numberInput } from '@dps/contract/form';
import { TextField, useFormikField } from '@dps/ui';
import { texts } from '../texts.ts';
import type { FlightUploadValues } from './flight-upload.ts';

interface Props {
  formik: FormikProps<FlightUploadValues>;
  /** The duration of the log. */
  helperText: string | undefined;
}

/** The duration of a flight in whole minutes. */
export function DurationField({ formik, helperText }: Props) {
  const field = useFormikField(formik, 'duration');
  const { value, read } = numberInput(field.value, (text) => void formik.setFieldValue('duration', text));
  return (
    <TextField
      {...field}
      label={texts.upload.duration}
      placeholder={texts.upload.durationPlaceholder}
      type="number"
      value={value}
      onChange={read}
      helperText={field.helperText ?? helperText}
      autoComplete="off"
      slotProps={{ htmlInput: { inputMode: 'numeric', min: 1, max: DURATION_MAX, step: 1, onInput: read } }}
      required
    />
  );
}
