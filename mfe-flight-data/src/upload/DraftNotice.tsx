import { Alert, Button } from '@dps/ui';
import { texts } from '../texts.ts';
import type { FlightUpload } from './useFlightUpload.ts';

/** States that an upload form opened with a draft, and offers to discard it. */
export function DraftNotice({ upload }: { upload: FlightUpload }) {
  const { draft } = texts.upload;
  if (!upload.isRestored) return null;
  const discard = () => {
    upload.discard();
    // The button disappears and would lose the focus.
    upload.form.current?.querySelector<HTMLInputElement>('input[name="flightNumber"]')?.focus();
  };
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button size="small" onClick={discard} disabled={upload.busy}>
          {draft.discard}
        </Button>
      }
    >
      {upload.log.chosen.state.kind === 'none' ? `${draft.restored} ${draft.noLog}` : draft.restored}
    </Alert>
  );
}
