import { useState } from 'react';
import { useFormik } from 'formik';
import { jobForm, type JobView } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { findDraft, useFormDraft, useSubmission } from '@dps/contract/form';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../api.ts';
import { failureToast } from '../job/failures.ts';
import { useUploadActions } from '../uploads/useUploadActions.ts';
import {
  EMPTY_JOB,
  fieldErrors,
  newJobErrors,
  sameValues,
  toJobContent,
  type JobFormValues,
} from './job-form.values.ts';
import { usePickedFiles } from './form-draft.ts';
import type { JobFormVariant } from './job-form.variant.ts';
import { showPostedJob } from './show-posted-job.ts';

interface Options {
  /** The name of the form's draft. */
  name: string;
  variant: JobFormVariant;
  /** Runs after the job is posted, with the number of files that upload. */
  onPosted?: (job: JobView, files: number) => void;
}

/**
 * The form that posts a job and then starts the uploads of its files. After the post the form is empty, even if uploads fail,
 * so that a job is not posted twice.
 */
export function useCreateJob({ name, variant, onPosted }: Options) {
  const { id: clientId } = useCurrentUser();
  const draftName = `job-${name}`;
  const [draft] = useState(() => findDraft(draftName, clientId, EMPTY_JOB));
  const [create] = jobsApi.create.useMutation();
  const sendOnce = useSubmission();
  const [files, setFiles] = usePickedFiles(draftName, clientId);
  const [isRestored, setRestored] = useState(draft !== null || files.length > 0);
  const { start } = useUploadActions();

  const formik = useFormik<JobFormValues>({
    initialValues: draft?.values ?? EMPTY_JOB,
    validationSchema: jobForm,
    validate: (values) => newJobErrors(values, new Date()),
    onSubmit: async (values, { resetForm, setErrors }) => {
      try {
        const body = { ...toJobContent(values), clientId, status: 'pending', progress: 0 };
        const job = await sendOnce(body, (idempotencyKey) => create({ body, idempotencyKey }).unwrap());
        toast(variant.created(job));
        deleteDraft();
        setRestored(false);
        resetForm({ values: EMPTY_JOB });
        setFiles([]);
        start('attachment', job, files);
        onPosted?.(job, files.length);
        showPostedJob(job.id);
      } catch (error) {
        toast(failureToast(error, variant.failed));
        setErrors(fieldErrors(error));
      }
    },
  });
  const isChanged = !sameValues(formik.values, EMPTY_JOB);
  const deleteDraft = useFormDraft(
    draftName,
    clientId,
    isChanged ? { base: EMPTY_JOB, values: formik.values } : null,
  );
  const discard = () => {
    deleteDraft();
    setRestored(false);
    setFiles([]);
    formik.resetForm({ values: EMPTY_JOB });
  };
  return { formik, files, setFiles, isRestored, discard };
}
