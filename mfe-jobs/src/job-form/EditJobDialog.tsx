import { useId } from 'react';
import { JOBS_PAGE_SURVEY_TYPES, may, type JobView } from '@dps/shared-contracts';
import { useActor } from '@dps/shared-contracts/client';
import { Button, ErrorNotice, useFocusFirstError } from '@dps/shared-contracts/ui';
import { Modal } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { isFilled } from './job-form.values.ts';
import { FormGrid, JobFields } from './JobFields.tsx';
import { useEditJob } from './useEditJob.ts';

/** Changes a posted job. */
export default function EditJobDialog({ job, onClose }: { job: JobView; onClose: () => void }) {
  const actor = useActor();
  const { formik, failure } = useEditJob(job, onClose);
  const form = useFocusFirstError(formik);
  const formId = useId();
  const surveyTypes = [...new Set([...JOBS_PAGE_SURVEY_TYPES, job.surveyType])];
  const submit = (
    <Button
      type="submit"
      form={formId}
      variant="contained"
      loading={formik.isSubmitting}
      disabled={!formik.dirty || !isFilled(formik.values)}
    >
      {formik.isSubmitting ? texts.editJob.submitting : texts.editJob.submit}
    </Button>
  );
  return (
    <Modal title={texts.editJob.title} maxWidth="md" onClose={onClose} actions={submit}>
      <form ref={form} id={formId} noValidate aria-label={texts.editJob.title} onSubmit={formik.handleSubmit}>
        <FormGrid>
          <JobFields
            formik={formik}
            surveyTypes={surveyTypes}
            budgetFrozen={!may('jobs.edit-budget', actor, job)}
          />
        </FormGrid>
      </form>
      {failure !== undefined && <ErrorNotice error={failure} fallback={texts.editJob.failed} told />}
    </Modal>
  );
}
