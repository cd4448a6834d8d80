import { Button } from '@dps/ui';
import { formTexts } from '../texts/form.ts';
import { texts } from '../texts.ts';
import { UploadPanel } from '../uploads/UploadPanel.tsx';
import { dashboardForm } from './job-form.variant.ts';
import { JobForm } from './JobForm.tsx';
import { useCreateJob } from './useCreateJob.ts';

/** The dashboard's form that posts a job with its files. Unsent input stays as a draft. */
export default function CreateJobForm() {
  const { formik, files, setFiles, isRestored, discard } = useCreateJob({
    name: 'dashboard',
    variant: dashboardForm,
  });
  const { title } = texts.createJob;
  const { submit, submitting } = formTexts.create;
  return (
    <>
      <JobForm
        label={title}
        formik={formik}
        surveyTypes={dashboardForm.surveyTypes}
        picker={dashboardForm.picker}
        files={files}
        onFiles={setFiles}
        isRestored={isRestored}
        onDiscard={discard}
      >
        <Button type="submit" variant="contained" color="accent" loading={formik.isSubmitting}>
          {formik.isSubmitting ? submitting : submit}
        </Button>
      </JobForm>
      <UploadPanel />
    </>
  );
}
