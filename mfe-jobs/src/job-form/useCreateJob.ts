import { useState } from 'react';
import { useFormik } from 'formik';
import { jobContent, type JobView } from '@dps/shared-contracts';
import { useCurrentUser } from '@dps/shared-contracts/client';
import { toast } from '@dps/shared-contracts/ui/toast';
import { jobsApi } from '../api.ts';
import { fieldErrors } from './field-errors.ts';
import { EMPTY_JOB, toJobContent, type JobFormValues } from './job-form.values.ts';
import type { JobFormVariant } from './job-form.variant.ts';
import { useAttachmentUploads, type Upload } from './useAttachmentUploads.ts';

/** The form that posts a job and then sends its files. `onFinished` runs when the job is posted and every file arrived. */
export function useCreateJob(variant: JobFormVariant, onFinished?: () => void) {
  const { id: clientId } = useCurrentUser();
  const [create] = jobsApi.create.useMutation();
  const [files, setFiles] = useState<File[]>([]);
  const attachments = useAttachmentUploads();

  const post = async (values: JobFormValues): Promise<JobView | { errors: Record<string, string> }> => {
    try {
      const content = toJobContent(values);
      const job = await create({ ...content, clientId, status: 'pending', progress: 0 }).unwrap();
      toast(variant.created(job.title));
      return job;
    } catch (error) {
      toast(variant.failed);
      return { errors: fieldErrors(error) };
    }
  };

  const formik = useFormik<JobFormValues>({
    initialValues: EMPTY_JOB,
    validationSchema: jobContent,
    onSubmit: async (values, { resetForm, setErrors }) => {
      const job = await post(values);
      if ('errors' in job) {
        setErrors(job.errors);
        return;
      }
      resetForm();
      setFiles([]);
      if (await attachments.start(job, files)) onFinished?.();
    },
  });
  const retry = async (upload: Upload) => {
    const others = attachments.uploads.filter(({ id }) => id !== upload.id);
    const arrived = await attachments.retry(upload);
    if (arrived && others.every(({ state }) => state === 'done')) onFinished?.();
  };
  return { formik, files, setFiles, attachments: { ...attachments, retry } };
}
