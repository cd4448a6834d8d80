import type { WidgetProps } from '@dps/contract/client';
import { Button } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { FieldForm } from '../upload/FieldForm.ts';
import { DraftNotice } from '../upload/DraftNotice.tsx';
import { LogPart } from '../upload/LogPart.tsx';
import { UploadFields } from '../upload/UploadFields.tsx';
import { useFlightUpload } from '../upload/useFlightUpload.ts';

/** The upload form in the dialog of a job. */
export default function JobUploadForm({ jobId, onDone }: WidgetProps['flight-data.upload-form']) {
  const { upload } = texts;
  const state = useFlightUpload({
    jobId,
    missing: upload.missingForJob,
    onSaved: onDone,
  });
  const { formik, log, form, submit, resets, busy, error } = state;
  return (
    <FieldForm ref={form} noValidate aria-label={upload.title} onSubmit={submit}>
      <DraftNotice upload={state} />
      <LogPart log={log} busy={busy} />
      <UploadFields formik={formik} evidence={log.evidence} resets={resets} />
      {error !== undefined && <ErrorNotice error={error} fallback={upload.failed} />}
      <div>
        <Button type="submit" variant="contained" disabled={busy}>
          {busy ? upload.saving : upload.save}
        </Button>
      </div>
    </FieldForm>
  );
}
