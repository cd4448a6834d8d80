import { useState } from 'react';
import { localDay } from '@dps/shared-contracts';
import { Button, styled, TextField, useFocusFirstError, useFormikField } from '@dps/shared-contracts/ui';
import { SelectField } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { AttachmentPicker } from './AttachmentPicker.tsx';
import { AttachmentUploads } from './AttachmentUploads.tsx';
import { isFilled, type JobFormValues } from './job-form.values.ts';
import type { JobFormVariant } from './job-form.variant.ts';
import { useCreateJob } from './useCreateJob.ts';

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: 16,
  '@media (min-width: 700px)': {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > [data-wide="true"]': { gridColumn: '1 / -1' },
  },
});
const Pair = styled('div')({ display: 'grid', gridTemplateColumns: '3fr 2fr', alignItems: 'start', gap: 12 });

type Form = ReturnType<typeof useCreateJob>['formik'];

function SurveyTypeField({ formik, types }: { formik: Form; types: readonly string[] }) {
  const { error, helperText } = useFormikField<JobFormValues, 'surveyType'>(formik, 'surveyType');
  return (
    <SelectField
      label={texts.fields.surveyType}
      name="surveyType"
      required
      placeholder={texts.createJob.chooseSurveyType}
      value={formik.values.surveyType}
      options={types.map((type) => ({ value: type, label: type }))}
      error={error}
      helperText={helperText}
      onChange={(type) => void formik.setFieldValue('surveyType', type)}
      onBlur={() => void formik.setFieldTouched('surveyType')}
    />
  );
}

function JobFields({ formik, surveyTypes }: { formik: Form; surveyTypes: readonly string[] }) {
  const { fields, createJob } = texts;
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
      <TextField
        {...useFormikField(formik, 'location')}
        label={fields.location}
        required
        placeholder={createJob.locationPlaceholder}
      />
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

function DeadlineFields({ formik }: { formik: Form }) {
  const [today] = useState(() => localDay(new Date()));
  const time = useFormikField(formik, 'time');
  return (
    <Pair>
      <TextField
        {...useFormikField(formik, 'deadline')}
        label={texts.fields.deadline}
        type="date"
        required
        slotProps={{ htmlInput: { min: today } }}
      />
      <TextField {...time} label={texts.fields.time} type="time" helperText={texts.createJob.timeHint} />
    </Pair>
  );
}

/** The form that posts a job with its files. */
export default function CreateJobForm(props: { variant: JobFormVariant; onFinished?: () => void }) {
  const { variant, onFinished } = props;
  const { formik, files, setFiles, attachments } = useCreateJob(variant, onFinished);
  const form = useFocusFirstError(formik);
  const waits = variant.waitsUntilFilled && !isFilled(formik.values);
  return (
    <form ref={form} noValidate aria-label={texts.createJob.title} onSubmit={formik.handleSubmit}>
      <Grid>
        <JobFields formik={formik} surveyTypes={variant.surveyTypes} />
        <AttachmentPicker picker={variant.picker} files={files} onChange={setFiles} />
        <div data-wide="true">
          <Button
            type="submit"
            variant="contained"
            color="accent"
            loading={formik.isSubmitting}
            disabled={waits}
          >
            {formik.isSubmitting ? texts.createJob.submitting : texts.createJob.submit}
          </Button>
        </div>
      </Grid>
      <AttachmentUploads
        uploads={attachments.uploads}
        onRetry={(upload) => void attachments.retry(upload)}
        onDismiss={attachments.dismiss}
      />
    </form>
  );
}
