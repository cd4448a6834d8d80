import { useId } from 'react';
import { ErrorNotice, Modal } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { FieldAction, FieldForm } from './FieldForm.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { JobField } from './JobField.tsx';
import { LogPart } from './LogPart.tsx';
import { UploadFields } from './UploadFields.tsx';
import { useFlightUpload } from './useFlightUpload.ts';

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
