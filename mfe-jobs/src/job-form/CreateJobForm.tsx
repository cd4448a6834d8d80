import { useUnloadWarning } from '@dps/shared-contracts/form';
import { Button } from '@dps/ui';
import { formTexts } from '../texts/form.ts';
import { texts } from '../texts.ts';
import { UploadPanel } from '../uploads/UploadPanel.tsx';
import { dashboardForm } from './job-form.variant.ts';
import { JobForm } from './JobForm.tsx';
import { useCreateJob } from './useCreateJob.ts';

/** The dashboard's form that posts a job with its files. Unsent input survives a visit to another page. */
export default function CreateJobForm() {
  const { formik, files, setFiles, unsaved } = useCreateJob({ name: 'dashboard', variant: dashboardForm });
  useUnloadWarning(unsaved);
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
      >
        <Button type="submit" variant="contained" color="accent" loading={formik.isSubmitting}>
          {formik.isSubmitting ? submitting : submit}
        </Button>
      </JobForm>
      <UploadPanel />
    </>
  );
}
