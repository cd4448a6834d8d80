import { useImperativeHandle } from 'react';
import type { WidgetProps } from '@dps/contract/client';
import { Button, styled } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { FieldForm } from '../upload/FieldForm.ts';
import { DraftNotice } from '../upload/DraftNotice.tsx';
import { LogPart } from '../upload/LogPart.tsx';
import { UploadFields } from '../upload/UploadFields.tsx';
import { useFlightUpload } from '../upload/useFlightUpload.ts';

/** The actions of the form, always in view: they replace those of the dialog. */
const Actions = styled('div')(({ theme }) => ({
  position: 'sticky',
  // The dialog's content has a padding of 20 px, in which the form would be visible.
  bottom: -20,
  zIndex: 1,
  padding: '12px 0 20px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
}));

/** The upload form in the dialog of a job. */
export default function JobUploadForm({ jobId, onDone, discard }: WidgetProps['flight-data.upload-form']) {
  const { upload } = texts;
  const state = useFlightUpload({
    jobId,
    missing: upload.missingForJob,
    onSaved: onDone,
  });
  const { formik, log, form, submit, resets, busy, error } = state;
  // A record that is being saved keeps its draft until it is stored.
  useImperativeHandle(discard, () => () => busy || state.discard());
  return (
    <FieldForm ref={form} noValidate aria-label={upload.title} onSubmit={submit}>
      <DraftNotice upload={state} />
      <LogPart log={log} busy={busy} />
      <UploadFields formik={formik} evidence={log.evidence} resets={resets} />
      {error !== undefined && <ErrorNotice error={error} fallback={upload.failed} />}
      <Actions>
        <Button type="submit" variant="contained" disabled={busy}>
          {busy ? upload.saving : upload.save}
        </Button>
      </Actions>
    </FieldForm>
  );
}
