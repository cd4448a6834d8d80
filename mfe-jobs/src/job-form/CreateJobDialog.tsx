import { useId, useState } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { Button } from '@dps/ui';
import { formTexts } from '../texts/form.ts';
import { texts } from '../texts.ts';
import { FormDialog } from './FormDialog.tsx';
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
  const { formik, files, setFiles, unsaved, discard } = useCreateJob({
    name: 'jobs-page',
    variant: jobsPageForm,
    onPosted,
  });
  const close = () => {
    discard();
    onClose();
  };
  const { title } = texts.createJob;
  const { submit, submitting } = formTexts.create;
  return (
    <FormDialog
      title={title}
      unsaved={unsaved}
      busy={formik.isSubmitting}
      onClose={close}
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
      <JobForm
        id={formId}
        label={title}
        formik={formik}
        surveyTypes={jobsPageForm.surveyTypes}
        picker={jobsPageForm.picker}
        files={files}
        onFiles={setFiles}
      />
    </FormDialog>
  );
}

/** The dialog that posts a job from the jobs page, and then shows the uploads of its files. */
export default function CreateJobDialog({ onClose }: Props) {
  const [posted, setPosted] = useState<JobView | null>(null);
  if (posted) return <UploadDialog job={posted} onClose={onClose} />;
  const finish = (job: JobView, files: number) => {
    if (files > 0) setPosted(job);
    else onClose();
  };
  return <NewJobForm onClose={onClose} onPosted={finish} />;
}
