import type { FormikProps } from 'formik';
import { styled, TextField, useFormikField } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';
import type { FlightUploadField, FlightUploadValues } from './flight-upload.ts';

const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
  gap: 16,
});
const Wide = styled('div')({ gridColumn: '1 / -1' });

interface OneField {
  formik: FormikProps<FlightUploadValues>;
  name: Exclude<FlightUploadField, 'jobId'>;
  label: string;
  placeholder?: string;
  required?: boolean;
  inputMode?: 'numeric';
  rows?: number;
}

function Field({ formik, name, rows, ...look }: OneField) {
  const field = useFormikField(formik, name);
  return (
    <TextField {...field} {...look} {...(rows && { multiline: true, minRows: rows })} autoComplete="off" />
  );
}

/**
 * The facts of one flight, but for its job. The duration is a text field: a number field hands over nothing at all for
 * what it cannot read, and a mistake would look like an empty field.
 */
export function UploadFields({ formik }: { formik: FormikProps<FlightUploadValues> }) {
  const { upload } = texts;
  return (
    <Fields>
      <Field
        formik={formik}
        name="flightNumber"
        label={upload.flightNumber}
        placeholder={upload.flightNumberPlaceholder}
        required
      />
      <Field
        formik={formik}
        name="duration"
        label={upload.duration}
        placeholder={upload.durationPlaceholder}
        inputMode="numeric"
        required
      />
      <Field
        formik={formik}
        name="altitude"
        label={upload.altitude}
        placeholder={upload.altitudePlaceholder}
      />
      <Field
        formik={formik}
        name="coverageArea"
        label={upload.coverageArea}
        placeholder={upload.coverageAreaPlaceholder}
      />
      <Field
        formik={formik}
        name="resolution"
        label={upload.resolution}
        placeholder={upload.resolutionPlaceholder}
      />
      <Wide>
        <Field formik={formik} name="notes" label={upload.notes} rows={3} />
      </Wide>
    </Fields>
  );
}
