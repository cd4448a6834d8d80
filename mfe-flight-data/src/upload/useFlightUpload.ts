import { useFormik, type FormikProps } from 'formik';
import type { RefObject, SubmitEvent } from 'react';
import { useCurrentUser } from '@dps/shared-contracts/client';
import { useFocusFirstError } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { flightDataApi } from '../api.ts';
import { texts } from '../texts.ts';
import { useUploadLog, type UploadLog } from './useUploadLog.ts';
import {
  EMPTY_UPLOAD,
  flightRecordOf,
  isMissingInformation,
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
  busy: boolean;
  /** The error of the last request. */
  error: unknown;
}

/** The state of an upload form. It is reset after a record is saved. */
export function useFlightUpload({ jobId, missing, onSaved }: Options): FlightUpload {
  const { id: pilotId } = useCurrentUser();
  const [add, { isLoading, error }] = flightDataApi.add.useMutation();
  const formik = useFormik<FlightUploadValues>({
    initialValues: { ...EMPTY_UPLOAD, jobId: jobId === undefined ? '' : String(jobId) },
    validate: uploadErrors,
    onSubmit: async (values, { resetForm }) => {
      const result = await add({ ...flightRecordOf(values), pilotId, evidence: log.evidence });
      if (result.error) {
        toast({ title: texts.upload.failedTitle, description: texts.upload.failed, look: 'destructive' });
        return;
      }
      resetForm();
      log.chosen.clear();
      toast({ title: texts.upload.doneTitle, description: texts.upload.done });
      onSaved();
    },
  });
  const log = useUploadLog(formik);
  const form = useFocusFirstError(formik);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isMissingInformation(formik.values)) {
      toast({ title: texts.upload.missingTitle, description: missing, look: 'destructive' });
    }
    formik.handleSubmit(event);
  };
  return { formik, log, form, submit, busy: isLoading, error };
}
