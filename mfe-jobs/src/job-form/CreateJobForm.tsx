import { Button, useFocusFirstError } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';
import { AttachmentPicker } from './AttachmentPicker.tsx';
import { AttachmentUploads } from './AttachmentUploads.tsx';
import { isFilled } from './job-form.values.ts';
import type { JobFormVariant } from './job-form.variant.ts';
import { FormGrid, JobFields } from './JobFields.tsx';
import { useCreateJob } from './useCreateJob.ts';

/** The form that posts a job with its files. */
export default function CreateJobForm(props: { variant: JobFormVariant; onFinished?: () => void }) {
  const { variant, onFinished } = props;
  const { formik, files, setFiles, attachments } = useCreateJob(variant, onFinished);
  const form = useFocusFirstError(formik);
  const waits = variant.waitsUntilFilled && !isFilled(formik.values);
  return (
    <form ref={form} noValidate aria-label={texts.createJob.title} onSubmit={formik.handleSubmit}>
      <FormGrid>
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
      </FormGrid>
      <AttachmentUploads
        uploads={attachments.uploads}
        onRetry={(upload) => void attachments.retry(upload)}
        onDismiss={attachments.dismiss}
      />
    </form>
  );
}
