import { useState } from 'react';
import { useFormik } from 'formik';
import { jobForm, may, type JobDetailView, type JobView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { findDraft, useFormDraft } from '@dps/contract/form';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { useUploadActions } from '../uploads/useUploadActions.ts';
import { usePickedFiles } from './form-draft.ts';
import {
  editErrors,
  fieldErrors,
  sameValues,
  toJobContent,
  valuesOf,
  type JobField,
  type JobFormValues,
} from './job-form.values.ts';
import { mergeEdits } from './merge-edits.ts';

/** The reason why the last save did not complete: an error, or fields that another user changed as well. */
export type EditFailure = { error: unknown } | { conflicts: readonly JobField[]; theirs: JobFormValues };

interface Options {
  /** The job on the server, updated after each refetch. */
  job: JobDetailView;
  /** Fetches the current job. */
  refetch: () => Promise<JobDetailView>;
  /** Runs after the save, with the number of files that upload. */
  onSaved: (job: JobView, files: number) => void;
}

/**
 * The edit form of a posted job. A save first refetches the job and merges the changes of other users. If both changed the
 * same field, the user decides before the save continues.
 */
export function useEditJob({ job, refetch, onSaved }: Options) {
  const actor = useActor();
  const [update] = jobsApi.update.useMutation();
  const { start } = useUploadActions();
  const draftName = `job-${job.id}`;
  const [draft] = useState(() => findDraft(draftName, actor.id, valuesOf(job)));
  const [base, setBase] = useState(draft?.base ?? valuesOf(job));
  const [files, setFiles] = usePickedFiles(draftName, actor.id);
  const [isRestored, setRestored] = useState(draft !== null || files.length > 0);
  const [failure, setFailure] = useState<EditFailure | null>(null);

  /** Resolves with the saved job, or with null if the user has to resolve conflicts first. */
  const save = async (mine: JobFormValues): Promise<JobView | null> => {
    const latest = await refetch();
    const theirs = valuesOf(latest);
    const { values, conflicts } = mergeEdits(base, mine, theirs);
    setBase(theirs);
    void formik.setValues(values);
    if (conflicts.length > 0) {
      setFailure({ conflicts, theirs });
      return null;
    }
    if (sameValues(values, theirs)) return latest;
    const saved = await update({ id: job.id, content: toJobContent(values, latest) }).unwrap();
    toast(texts.toasts.updated(saved.title));
    return saved;
  };

  const formik = useFormik<JobFormValues>({
    initialValues: draft?.values ?? base,
    validationSchema: jobForm,
    validate: (values) => editErrors(values, job, new Date()),
    onSubmit: async (mine, { setErrors }) => {
      setFailure(null);
      try {
        const saved = await save(mine);
        if (!saved) return;
        deleteDraft();
        setFiles([]);
        start('attachment', saved, files);
        onSaved(saved, files.length);
      } catch (error) {
        toast(texts.toasts.updateFailed);
        setErrors(fieldErrors(error));
        setFailure({ error });
      }
    },
  });

  const isChanged = !sameValues(formik.values, base);
  const deleteDraft = useFormDraft(draftName, actor.id, isChanged ? { base, values: formik.values } : null);
  const discard = () => {
    deleteDraft();
    setRestored(false);
    setFiles([]);
    setFailure(null);
    setBase(valuesOf(job));
    formik.resetForm({ values: valuesOf(job) });
  };
  const locked = !may('jobs.edit', actor, job);
  const unsaved = isChanged || files.length > 0;
  return { formik, files, setFiles, failure, unsaved, isRestored, discard, locked };
}
