import { useState } from 'react';
import { localDay, PAST_DEADLINE } from '@dps/contract';
import { Icon, icons, styled, TextField, useFormikField } from '@dps/ui';
import { SelectField } from '@dps/ui/data';
import { formTexts } from '../texts/form.ts';
import { texts } from '../texts.ts';
import { isPastDeadline, type JobFormik, type JobFormValues } from './job-form.values.ts';
import { LocationField } from './LocationField.tsx';

/** Side by side, or one below the other where a date would be cut off. */
const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 100%), 1fr))',
  alignItems: 'start',
  gap: 12,
  '@media (min-width: 700px)': { gridTemplateColumns: '3fr 2fr' },
});

const Warning = styled('span')(({ theme }) => ({ color: theme.vars.palette.tones.yellow.text }));
/** Limits the year in date fields to four digits. */
const LAST_DAY = '9999-12-31';

function SurveyTypeField({ formik, types }: { formik: JobFormik; types: readonly string[] }) {
  const { error, helperText } = useFormikField<JobFormValues, 'surveyType'>(formik, 'surveyType');
  return (
    <SelectField
      label={texts.fields.surveyType}
      name="surveyType"
      required
      placeholder={formTexts.create.chooseSurveyType}
      value={formik.values.surveyType}
      options={types.map((type) => ({ value: type, label: type }))}
      error={error}
      helperText={helperText}
      onChange={(type) => void formik.setFieldValue('surveyType', type)}
      onBlur={() => void formik.setFieldTouched('surveyType')}
    />
  );
}

/** A hint for an overdue job, which can still be edited. A new deadline in the past is an error. */
function PastHint() {
  return (
    <Warning>
      <Icon path={icons.warning} size={14} /> {PAST_DEADLINE}
    </Warning>
  );
}

function DeadlineFields({ formik }: { formik: JobFormik }) {
  const [now] = useState(() => new Date());
  const deadline = useFormikField(formik, 'deadline');
  const time = useFormikField(formik, 'time');
  const isPast = isPastDeadline(formik.values, now);
  return (
    <Pair>
      <TextField
        {...deadline}
        label={texts.fields.deadline}
        type="date"
        required
        helperText={deadline.helperText ?? (isPast && <PastHint />)}
        slotProps={{ htmlInput: { min: localDay(now), max: LAST_DAY } }}
      />
      <TextField {...time} label={texts.fields.time} type="time" helperText={formTexts.create.timeHint} />
    </Pair>
  );
}

/** The fields of a job's content. */
export function JobFields({ formik, surveyTypes }: { formik: JobFormik; surveyTypes: readonly string[] }) {
  const { fields } = texts;
  const { create: createJob } = formTexts;
  return (
    <>
      <TextField
        {...useFormikField(formik, 'title')}
        label={fields.title}
        required
        placeholder={createJob.titlePlaceholder}
      />
      <SurveyTypeField formik={formik} types={surveyTypes} />
      <div data-wide="true">
        <TextField
          {...useFormikField(formik, 'description')}
          label={fields.description}
          required
          multiline
          rows={4}
          placeholder={createJob.descriptionPlaceholder}
        />
      </div>
      <LocationField formik={formik} />
      <TextField
        {...useFormikField(formik, 'budget')}
        label={createJob.budgetLabel}
        required
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      />
      <DeadlineFields formik={formik} />
    </>
  );
}
