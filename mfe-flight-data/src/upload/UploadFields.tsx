import type { FormikProps } from 'formik';
import { isSummary, measuredValues, type LogEvidence, type MeasuredField, DURATION_MAX } from '@dps/contract';
import { styled, TextField, useFormikField } from '@dps/ui';
import { texts } from '../texts.ts';
import { PlaceButton } from './PlaceButton.tsx';
import type { FlightUploadField, FlightUploadValues } from './flight-upload.ts';
import { provenanceText } from './measured-upload.ts';
import { numberInput } from '@dps/contract/form';

interface DurationProps {
  formik: FormikProps<FlightUploadValues>;
  /** The duration of the log. */
  helperText: string | undefined;
}

/** The duration of a flight in whole minutes. */
function DurationField({ formik, helperText }: DurationProps) {
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

const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
  // Each field reserves the line of its error.
  gap: '4px 16px',
});
const Wide = styled('div')({
  gridColumn: '1 / -1',
  display: 'grid',
  gap: 12,
  '& > button': { justifySelf: 'start' },
});

interface FieldProps {
  formik: FormikProps<FlightUploadValues>;
  name: Exclude<FlightUploadField, 'jobId' | 'duration'>;
  label: string;
  placeholder?: string;
  required?: boolean;
  rows?: number;
  /** The value of the log. */
  helperText?: string | undefined;
}

function Field({ formik, name, rows, helperText, ...rest }: FieldProps) {
  const field = useFormikField(formik, name);
  const below = field.helperText ?? helperText;
  return (
    <TextField
      {...field}
      {...rest}
      {...(rows && { multiline: true, minRows: rows })}
      helperText={below}
      autoComplete="off"
    />
  );
}

interface Props {
  formik: FormikProps<FlightUploadValues>;
  /** The evidence of the chosen log. */
  evidence: Pick<LogEvidence, 'figures' | 'camera'> | undefined;
  /** Number of resets of the form. */
  resets: number;
}

function helperOf(
  { values }: FormikProps<FlightUploadValues>,
  evidence: Props['evidence'],
  field: MeasuredField,
): string | undefined {
  if (!evidence) return undefined;
  const origin = isSummary(evidence.figures) ? texts.log.fromHeader : texts.log.measured;
  return provenanceText(measuredValues(evidence), field, values[field], origin);
}

/** The fields of a flight record, except its job. */
export function UploadFields({ formik, evidence, resets }: Props) {
  const { upload } = texts;
  const addNote = (line: string) =>
    void formik.setValues((values) => ({
      ...values,
      notes: [values.notes, line].filter(Boolean).join('\n'),
    }));
  const helper = (field: MeasuredField) => helperOf(formik, evidence, field);
  return (
    <Fields>
      <Field
        formik={formik}
        name="flightNumber"
        label={upload.flightNumber}
        placeholder={upload.flightNumberPlaceholder}
        required
      />
      <DurationField key={resets} formik={formik} helperText={helper('duration')} />
      <Field
        formik={formik}
        name="altitude"
        label={upload.altitude}
        placeholder={upload.altitudePlaceholder}
        helperText={helper('altitude')}
      />
      <Field
        formik={formik}
        name="coverageArea"
        label={upload.coverageArea}
        placeholder={upload.coverageAreaPlaceholder}
        helperText={helper('coverageArea')}
      />
      <Field
        formik={formik}
        name="resolution"
        label={upload.resolution}
        placeholder={upload.resolutionPlaceholder}
        helperText={helper('resolution')}
      />
      <Wide>
        <Field formik={formik} name="notes" label={upload.notes} rows={3} />
        <PlaceButton onRead={addNote} />
      </Wide>
    </Fields>
  );
}
