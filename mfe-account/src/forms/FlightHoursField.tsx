import type { FormikProps } from 'formik';
import { TextField, useFormikField } from '@dps/ui';

/** The form's value for a text that the browser cannot parse as a number, so that "12,5" is invalid and not missing. */
const UNREADABLE = 'unreadable';

interface ReadEvent {
  currentTarget: HTMLInputElement | HTMLTextAreaElement;
}

interface Props<Values extends { flightHours: string }> {
  formik: FormikProps<Values>;
  /** The name of the form. */
  form: string;
  label: string;
}

/** The flight hours of a pilot, in steps of a tenth. */
export function FlightHoursField<Values extends { flightHours: string }>({
  formik,
  form,
  label,
}: Props<Values>) {
  const field = useFormikField(formik, 'flightHours', form);
  const read = ({ currentTarget: { validity, value } }: ReadEvent) =>
    void formik.setFieldValue('flightHours', validity.badInput ? UNREADABLE : value);
  return (
    <TextField
      {...field}
      label={label}
      type="number"
      value={field.value === UNREADABLE ? '' : field.value}
      onChange={read}
      autoComplete="off"
      steady
      slotProps={{ htmlInput: { min: 0, step: 0.1, inputMode: 'decimal', onInput: read } }}
    />
  );
}
