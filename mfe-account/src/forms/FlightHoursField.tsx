import type { FormikProps } from 'formik';
import { TextField, useFormikField } from '@dps/ui';

/** Stands for what a number field holds but cannot read: "12,5" must be a mistake to point out, not an empty field. */
const UNREADABLE = 'unreadable';

interface ReadEvent {
  currentTarget: HTMLInputElement | HTMLTextAreaElement;
}

interface Props<Values extends { flightHours: string }> {
  formik: FormikProps<Values>;
  /** The form's name. */
  form: string;
  label: string;
}

/** The flight hours of a pilot, to a tenth. */
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
