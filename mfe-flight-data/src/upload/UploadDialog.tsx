import { useId, useEffect } from 'react';
import { ErrorNotice, Modal, SelectField } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { FieldAction, FieldForm } from './FieldForm.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { LogPart } from './LogPart.tsx';
import { UploadFields } from './UploadFields.tsx';
import { useFlightUpload } from './useFlightUpload.ts';
import type { FormikProps } from 'formik';
import { may } from '@dps/contract';
import { useActor, useMyJobs } from '@dps/contract/client';
import { Alert, TextLink } from '@dps/ui';
import type { FlightUploadValues } from './flight-upload.ts';

/** The choice of one of the pilot's jobs that accept flight records. A single one is preselected. */
function JobField({ formik }: { formik: FormikProps<FlightUploadValues> }) {
  const actor = useActor();
  const { data: mine, error, refetch } = useMyJobs();
  const jobs = mine?.filter((job) => may('flight-records.add', actor, job));
  const only = jobs?.length === 1 ? jobs[0]?.id : undefined;
  const { setFieldValue } = formik;
  const isOffered = jobs?.some(({ id }) => String(id) === formik.values.jobId) ?? true;
  useEffect(() => {
    if (!isOffered) void setFieldValue('jobId', only === undefined ? '' : String(only));
  }, [isOffered, only, setFieldValue]);
  const { upload } = texts;
  const refused = formik.touched.jobId ? formik.errors.jobId : undefined;
  if (error) {
    return <ErrorNotice error={error} fallback={upload.jobsFailed} onRetry={() => void refetch()} />;
  }
  if (jobs?.length === 0) {
    return (
      <Alert severity="info">
        {upload.noJobs} <TextLink to="/browse-jobs">{upload.browseJobs}</TextLink>
      </Alert>
    );
  }
  return (
    <SelectField
      label={upload.job}
      name="jobId"
      value={formik.values.jobId}
      onChange={(jobId) => void formik.setFieldValue('jobId', jobId)}
      options={(jobs ?? []).map(({ id, title, location }) => ({
        value: String(id),
        label: `${title} - ${location}`,
      }))}
      placeholder={jobs ? upload.jobPlaceholder : upload.loadingJobs}
      disabled={!jobs}
      error={refused !== undefined}
      helperText={refused}
      required
    />
  );
}

/** Uploads a flight record for one of the pilot's jobs. It unmounts when it closes and opens with the draft, if any. */
export default function UploadDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const { upload } = texts;
  const state = useFlightUpload({
    missing: upload.missing,
    onSaved: onClose,
  });
  const { formik, log, form, submit, discard, resets, busy, error } = state;
  const cancel = () => {
    discard();
    onClose();
  };
  return (
    <Modal
      title={upload.title}
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <FieldAction onClick={cancel} disabled={busy}>
            {upload.cancel}
          </FieldAction>
          <FieldAction type="submit" form={formId} variant="contained" disabled={busy}>
            {busy ? upload.saving : upload.save}
          </FieldAction>
        </>
      }
    >
      <FieldForm ref={form} id={formId} noValidate onSubmit={submit}>
        <DraftNotice upload={state} />
        <JobField formik={formik} />
        <LogPart log={log} busy={busy} />
        <UploadFields formik={formik} evidence={log.evidence} resets={resets} />
        {error !== undefined && <ErrorNotice error={error} fallback={upload.failed} />}
      </FieldForm>
    </Modal>
  );
}
