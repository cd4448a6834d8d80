import { useEffect, useEffectEvent } from 'react';
import { useCurrentUser } from '@dps/shared-contracts/client';
import { Button } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';
import { UploadPanel } from '../uploads/UploadPanel.tsx';
import { draftOf, keepDraft } from './job-draft.ts';
import { dashboardForm } from './job-form.variant.ts';
import { JobForm } from './JobForm.tsx';
import { useCreateJob } from './useCreateJob.ts';
import { useUnloadWarning } from './useUnloadWarning.ts';

/** The dashboard's form that posts a job with its files. What was not sent is there again after a visit to another page. */
export default function CreateJobForm() {
  const { id: owner } = useCurrentUser();
  const { formik, files, setFiles, unsaved } = useCreateJob({
    variant: dashboardForm,
    draft: draftOf(owner),
    // Posted after all, even if it was left while it was being sent.
    onPosted: () => keepDraft(null),
  });
  const keep = useEffectEvent(() => keepDraft(unsaved ? { owner, values: formik.values, files } : null));
  useEffect(() => () => keep(), []);
  useUnloadWarning(unsaved);
  const { title, submit, submitting } = texts.createJob;
  return (
    <>
      <JobForm
        label={title}
        formik={formik}
        surveyTypes={dashboardForm.surveyTypes}
        picker={dashboardForm.picker}
        files={files}
        onFiles={setFiles}
      >
        <Button type="submit" variant="contained" color="accent" loading={formik.isSubmitting}>
          {formik.isSubmitting ? submitting : submit}
        </Button>
      </JobForm>
      <UploadPanel />
    </>
  );
}
