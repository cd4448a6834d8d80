import { useId, useState } from 'react';
import type { JobView } from '@dps/contract';
import { Button } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { ConfirmEmail } from '../email/ConfirmEmail.tsx';
import { formTexts } from '../texts/form.ts';
import { texts } from '../texts.ts';
import { isFilled } from './job-form.values.ts';
import { jobsPageForm } from './job-form.variant.ts';
import { JobForm } from './JobForm.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { useCreateJob } from './useCreateJob.ts';

interface Props {
  onClose: () => void;
}

function NewJobForm({ onClose, onPosted }: Props & { onPosted: (job: JobView, files: number) => void }) {
  const formId = useId();
  const { formik, files, setFiles, isRestored, discard } = useCreateJob({
    name: 'jobs-page',
    variant: jobsPageForm,
    onPosted,
  });
  const { title } = texts.createJob;
  const { submit, submitting } = formTexts.create;
  return (
    <Modal
      title={title}
      maxWidth="md"
      busy={formik.isSubmitting}
      onClose={onClose}
      actions={
        <Button
          type="submit"
          form={formId}
          variant="contained"
          color="accent"
          loading={formik.isSubmitting}
          disabled={!isFilled(formik.values)}
        >
          {formik.isSubmitting ? submitting : submit}
        </Button>
      }
    >
      <ConfirmEmail />
      <JobForm
        id={formId}
        label={title}
        formik={formik}
        surveyTypes={jobsPageForm.surveyTypes}
        picker={jobsPageForm.picker}
        files={files}
        onFiles={setFiles}
        isRestored={isRestored}
        onDiscard={discard}
      />
    </Modal>
  );
}

/** The dialog that posts a job from the jobs page, and then shows the uploads of its files. */
export default function CreateJobDialog({
  onClose,
  onPosted,
}: Props & { onPosted?: (job: JobView) => void }) {
  const [posted, setPosted] = useState<JobView | null>(null);
  if (posted) return <UploadDialog job={posted} onClose={onClose} />;
  const finish = (job: JobView, files: number) => {
    onPosted?.(job);
    if (files > 0) setPosted(job);
    else onClose();
  };
  return <NewJobForm onClose={onClose} onPosted={finish} />;
}
