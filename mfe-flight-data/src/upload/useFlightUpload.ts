import { useFormik, type FormikProps } from 'formik';
import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { isApiError, useCurrentUser } from '@dps/contract/client';
import { findDraft, useFormDraft, useSubmission } from '@dps/contract/form';
import { useFocusFirstError } from '@dps/ui';
import { toast, type Toast } from '@dps/ui/toast';
import { flightDataApi } from '../api.ts';
import { texts } from '../texts.ts';
import { useProposedNumber } from './useProposedNumber.ts';
import { useUploadLog, type FillIn, type UploadLog } from './useUploadLog.ts';
import {
  EMPTY_UPLOAD,
  flightRecordOf,
  isMissingInformation,
  isWorthADraft,
  uploadErrors,
  type FlightUploadValues,
} from './flight-upload.ts';

interface Options {
  /** The job of the record; if undefined, the user chooses one. */
  jobId?: number;
  /** The message for an empty required field. */
  missing: string;
  onSaved: () => void;
}

export interface FlightUpload {
  formik: FormikProps<FlightUploadValues>;
  /** The log of the flight, which fills in measured values. */
  log: UploadLog;
  /** The form's `ref`, which moves the focus to the first invalid field. */
  form: RefObject<HTMLFormElement | null>;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Whether the form opened with a draft. */
  isRestored: boolean;
  /** Deletes the draft and empties the form. */
  discard: () => void;
  /** Number of resets: a number input keeps an invalid text that its value does not contain until it remounts. */
  resets: number;
  busy: boolean;
  /** The error of the last request. */
  error: unknown;
}

/**
 * The state of an upload form, with its draft: one per user and job, and one for the form in which the user chooses the job.
 * The draft contains the texts that the form has filled in, so that only other texts count as typed. The form is reset after a
 * record is saved.
 */
export function useFlightUpload({ jobId, missing, onSaved }: Options): FlightUpload {
  const { id: pilotId } = useCurrentUser();
  const [add, { isLoading, error }] = flightDataApi.add.useMutation();
  const sendOnce = useSubmission();
  const empty = { ...EMPTY_UPLOAD, jobId: jobId === undefined ? '' : String(jobId) };
  const draftName = `flight-${jobId ?? 'new'}`;
  const [draft] = useState(() => findDraft(draftName, pilotId, EMPTY_UPLOAD));
  const [isRestored, setRestored] = useState(draft !== null);
  const [resets, setResets] = useState(0);
  /** The values that the form has filled in. */
  const [filled, setFilled] = useState(draft?.base ?? empty);

  const formik = useFormik<FlightUploadValues>({
    initialValues: draft?.values ?? empty,
    validate: uploadErrors,
    onSubmit: async (values) => {
      const { file, evidence } = log;
      const body = { ...flightRecordOf(values), pilotId, ...(evidence && { camera: evidence.camera }) };
      const content = { ...body, log: evidence?.sha256 };
      const { upload, queue } = texts;
      let done: Toast = { title: upload.doneTitle, description: upload.done };
      try {
        await sendOnce(content, (idempotencyKey) => add({ body, idempotencyKey, log: file }).unwrap());
      } catch (failure) {
        if (!isApiError(failure) || !failure.isQueued) {
          toast({ title: upload.failedTitle, description: upload.failed, look: 'destructive' });
          return;
        }
        done = { title: queue.savedTitle, description: queue.saved };
      }
      discard();
      toast(done);
      onSaved();
    },
  });
  // Formik resolves a function of values with those of the last render: of two texts that arrive together, one would be lost.
  const latest = useRef(formik.values);
  useEffect(() => {
    latest.current = formik.values;
  });
  const fillIn: FillIn = (textsOf) => {
    const added = textsOf(latest.current, filled);
    latest.current = { ...latest.current, ...added };
    void formik.setValues(latest.current);
    setFilled((before) => ({ ...before, ...added }));
  };
  const proposed = useProposedNumber(pilotId, fillIn);
  const log = useUploadLog(fillIn, proposed.first);

  const deleteDraft = useFormDraft(
    draftName,
    pilotId,
    isWorthADraft(formik.values, filled) ? { base: filled, values: formik.values } : null,
  );
  const discard = () => {
    const start = { ...empty, flightNumber: proposed.next };
    log.chosen.clear();
    deleteDraft();
    setRestored(false);
    setFilled(start);
    formik.resetForm({ values: start });
    setResets((before) => before + 1);
  };
  const form = useFocusFirstError(formik);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isMissingInformation(formik.values)) {
      toast({ title: texts.upload.missingTitle, description: missing, look: 'destructive' });
    }
    formik.handleSubmit(event);
  };
  return { formik, log, form, submit, isRestored, discard, resets, busy: isLoading, error };
}
