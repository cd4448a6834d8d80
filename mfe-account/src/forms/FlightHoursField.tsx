import type { FormikProps } from 'formik';
import { numberInput } from '@dps/contract/form';
import { TextField, useFormikField } from '@dps/ui';

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
  const { value, read } = numberInput(field.value, (text) => void formik.setFieldValue('flightHours', text));
  return (
    <TextField
      {...field}
      label={label}
      type="number"
      value={value}
      onChange={read}
      autoComplete="off"
      slotProps={{ htmlInput: { min: 0, step: 0.1, inputMode: 'decimal', onInput: read } }}
    />
  );
}
