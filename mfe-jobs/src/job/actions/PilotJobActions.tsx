import { useState } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { useActor } from '@dps/shared-contracts/client';
import { Button } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { texts } from '../../texts.ts';
import { AdvanceButton } from './AdvanceButton.tsx';
import { jobActions } from './job.actions.ts';
import { RecordPaymentDialog, ReleaseJobDialog } from './PilotConfirmDialogs.tsx';
import { failureText } from '../failures.ts';
import type { useAcceptJob } from './useAcceptJob.ts';
import { useStatusStep } from './useStatusStep.ts';

interface PilotJobActionsProps {
  job: JobView;
  acceptance: Pick<ReturnType<typeof useAcceptJob>, 'accept' | 'accepting'>;
  onReleased: () => void;
}

/** The buttons for the actions that a pilot may take on a job. */
export function PilotJobActions({ job, acceptance, onReleased }: PilotJobActionsProps) {
  const may = jobActions(useActor(), job);
  const [confirming, setConfirming] = useState<'release' | 'recordPayment' | null>(null);
  const close = () => setConfirming(null);
  return (
    <>
      {may.release && <Button onClick={() => setConfirming('release')}>{texts.job.release}</Button>}
      <NextStep job={job} onRecordPayment={() => setConfirming('recordPayment')} />
      {may.accept && (
        <AdvanceButton
          variant="contained"
          color="accent"
          busy={acceptance.accepting}
          onStep={acceptance.accept}
        >
          {texts.job.accept}
        </AdvanceButton>
      )}
      {confirming === 'release' && <ReleaseJobDialog id={job.id} onClose={close} onReleased={onReleased} />}
      {confirming === 'recordPayment' && <RecordPaymentDialog id={job.id} onClose={close} />}
    </>
  );
}

/** The "Mark as …" button. All steps share one button, so that the focus stays on it. */
function NextStep({ job, onRecordPayment }: { job: JobView; onRecordPayment: () => void }) {
  const { advanceTo, recordPayment } = jobActions(useActor(), job);
  const { step, busy } = useStatusStep(job.id);
  const next = recordPayment ? 'paid' : advanceTo;
  if (!next) return null;
  const advance = async () => {
    const error = await step(next);
    const { statusFailed } = texts.toasts;
    if (error) toast({ ...statusFailed, description: failureText(error, statusFailed.description) });
  };
  return (
    <AdvanceButton
      variant="contained"
      color={recordPayment ? 'accent' : 'primary'}
      busy={busy}
      onStep={recordPayment ? onRecordPayment : () => void advance()}
    >
      {texts.job.markAs(next)}
    </AdvanceButton>
  );
}
