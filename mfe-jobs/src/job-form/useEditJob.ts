import { useEffect, useState } from 'react';
import { useFormik } from 'formik';
import { jobContent, may, type JobDetailView, type JobView } from '@dps/shared-contracts';
import { useActor } from '@dps/shared-contracts/client';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { useUploadActions } from '../uploads/useUploads.ts';
import { findDraft, useFormDraft } from './form-draft.ts';
import {
  fieldErrors,
  sameValues,
  toJobContent,
  valuesOf,
  type JobField,
  type JobFormValues,
} from './job-form.values.ts';
import { mergeEdits } from './merge-edits.ts';

/** Why the last attempt to save did not: it failed, or others have changed the same fields. */
export type EditFailure = { error: unknown } | { clashes: readonly JobField[]; theirs: JobFormValues };

interface Options {
  /** The job as the server has it; as it is by now whenever that is read again. */
  job: JobDetailView;
  /** Reads the job again. */
  reread: () => Promise<JobDetailView>;
  /** Runs once everything is saved, with how many files are on their way. */
  onSaved: (job: JobView, files: number) => void;
}

/**
 * The form that changes a posted job. A save begins with what the server has by then: what others have changed meanwhile
 * stays changed, and where both changed the same it asks before one is written over the other.
 */
export function useEditJob({ job, reread, onSaved }: Options) {
  const actor = useActor();
  const [update] = jobsApi.update.useMutation();
  const { start } = useUploadActions();
  const draftName = `edit-${job.id}`;
  const [draft] = useState(() => findDraft(draftName, actor.id));
  const [base, setBase] = useState(draft?.base ?? valuesOf(job));
  const [files, setFiles] = useState<readonly File[]>(draft?.files ?? []);
  const [failure, setFailure] = useState<EditFailure | null>(null);

  /** Resolves with the saved job, or null where the person has to decide first. */
  const save = async (mine: JobFormValues): Promise<JobView | null> => {
    const latest = await reread();
    const theirs = valuesOf(latest);
    const { values, clashes } = mergeEdits(base, mine, theirs);
    setBase(theirs);
    void formik.setValues(values);
    if (clashes.length > 0) {
      setFailure({ clashes, theirs });
      return null;
    }
    if (sameValues(values, theirs)) return latest;
    const saved = await update({ id: job.id, content: toJobContent(values) }).unwrap();
    toast(texts.toasts.updated(saved.title));
    return saved;
  };

  const formik = useFormik<JobFormValues>({
    initialValues: draft?.values ?? base,
    validationSchema: jobContent,
    onSubmit: async (mine, { setErrors }) => {
      setFailure(null);
      try {
        const saved = await save(mine);
        if (!saved) return;
        dropDraft();
        start(saved, files);
        onSaved(saved, files.length);
      } catch (error) {
        toast(texts.toasts.updateFailed);
        setErrors(fieldErrors(error));
        setFailure({ error });
      }
    },
  });

  const { setFieldValue } = formik;
  const budgetFrozen = !may('jobs.edit-budget', actor, job);
  const { budget } = valuesOf(job);
  // The work was handed in while the form was open: another budget can no longer be meant.
  useEffect(() => {
    if (budgetFrozen) void setFieldValue('budget', budget);
  }, [budgetFrozen, budget, setFieldValue]);

  const unsaved = files.length > 0 || !sameValues(formik.values, base);
  const dropDraft = useFormDraft(draftName, unsaved ? { base, values: formik.values, files } : null);
  const locked = !may('jobs.edit', actor, job);
  return { formik, files, setFiles, failure, unsaved, budgetFrozen, locked, discard: dropDraft };
}
