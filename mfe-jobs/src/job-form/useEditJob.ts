import { useState } from 'react';
import { useFormik } from 'formik';
import { jobContent, type JobView } from '@dps/shared-contracts';
import { toast } from '@dps/shared-contracts/ui/toast';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { fieldErrors } from './field-errors.ts';
import { toJobContent, valuesOf, type JobFormValues } from './job-form.values.ts';

/** The form that changes a posted job. `onSaved` runs once the server has taken the changes. */
export function useEditJob(job: JobView, onSaved: () => void) {
  const [update] = jobsApi.update.useMutation();
  const [failure, setFailure] = useState<unknown>();
  const formik = useFormik<JobFormValues>({
    initialValues: valuesOf(job),
    validationSchema: jobContent,
    onSubmit: async (values, { setErrors }) => {
      try {
        const saved = await update({ id: job.id, content: toJobContent(values) }).unwrap();
        toast(texts.toasts.updated(saved.title));
        onSaved();
      } catch (error) {
        toast(texts.toasts.updateFailed);
        setErrors(fieldErrors(error));
        setFailure(error);
      }
    },
  });
  return { formik, failure };
}
