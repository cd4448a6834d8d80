import { Suspense, useEffect, useRef, useState } from 'react';
import type { JobDetailView, JobStatus } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { Button } from '@dps/ui';
import { onDemand } from '@dps/ui/on-demand';
import { toast } from '@dps/ui/toast';
import { texts } from '../../texts.ts';
import { AdvanceButton } from './AdvanceButton.tsx';
import { jobActions } from './job.actions.ts';
import type { Confirmed } from './PilotConfirmDialog.tsx';
import { jobsApi } from '../../api.ts';
import { failureText, reportWrite } from '../failures.ts';
import type { useAcceptJob } from './useAcceptJob.ts';
import { useStatusStep } from './useStatusStep.ts';

interface PilotJobActionsProps {
  job: JobDetailView;
  acceptance: Pick<ReturnType<typeof useAcceptJob>, 'accept' | 'accepting'>;
  onReleased: () => void;
}

const PilotConfirmDialog = onDemand(
  () => import(/* webpackChunkName: "confirm" */ './PilotConfirmDialog.tsx'),
);

/** Whether it is before an instant, which may also be missing. */
function useIsBefore(instant: string | null | undefined): boolean {
  const [now, setNow] = useState(() => Date.now());
  const left = instant ? Date.parse(instant) - now : 0;
  useEffect(() => {
    if (left <= 0) return;
    const timer = window.setTimeout(() => setNow(Date.now()), left);
    return () => window.clearTimeout(timer);
  }, [left]);
  return left > 0;
}

/** The buttons for the actions that a pilot may take on a job. */
export function PilotJobActions({ job, acceptance, onReleased }: PilotJobActionsProps) {
  const { release, withdraw, accept, recordPayment, advanceTo, ...may } = jobActions(useActor(), job);
  const [takeBack, { isLoading: isTakingBack }] = jobsApi.takeBack.useMutation();
  const [decideEnd, { isLoading: isDeclining }] = jobsApi.decideEnd.useMutation();
  const isAskedToEnd = may.decideEnd && Boolean(job.endRequest);
  const canTakeBack = useIsBefore(job.takeBackUntil) && may.takeBack;
  const stepButton = useRef<HTMLButtonElement>(null);
  const [confirming, setConfirming] = useState<Confirmed | null>(null);
  const { step, busy } = useStatusStep(job);
  const next = recordPayment ? 'paid' : advanceTo;
  const advance = async (status: JobStatus, progress?: 100) => {
    const error = await step(status, progress);
    const { statusFailed } = texts.toasts;
    if (error) toast({ ...statusFailed, description: failureText(error, statusFailed.description) });
  };
  const start = (status: JobStatus) => {
    if (status === 'in-progress') void advance(status);
    else if (status !== 'pending') setConfirming(status);
  };
  const sendTakeBack = async () => {
    const { takenBack, takeBackFailed } = texts.toasts;
    const isDone = await reportWrite(takeBack(job.id).unwrap(), takenBack, takeBackFailed);
    // The button disappears.
    if (isDone) stepButton.current?.focus();
  };
  const decline = async () => {
    const { declined, declineFailed } = texts.toasts;
    const call = decideEnd({ id: job.id, consent: false });
    const isDone = await reportWrite(call.unwrap(), declined, declineFailed);
    if (isDone) stepButton.current?.focus();
  };
  return (
    <>
      {canTakeBack && (
        <Button loading={isTakingBack} onClick={() => void sendTakeBack()}>
          {texts.job.takeBack}
        </Button>
      )}
      {isAskedToEnd && (
        <Button loading={isDeclining} onClick={() => void decline()}>
          {texts.job.decline}
        </Button>
      )}
      {isAskedToEnd && <Button onClick={() => setConfirming('agree')}>{texts.job.agree}</Button>}
      {withdraw && !isAskedToEnd && (
        <Button onClick={() => setConfirming('withdraw')}>{texts.job.withdraw}</Button>
      )}
      {release && <Button onClick={() => setConfirming('release')}>{texts.job.release}</Button>}
      {/* All steps share one button, so that the focus stays on it. */}
      {next && (
        <AdvanceButton
          ref={stepButton}
          // After the hand-over it is the client's turn, so the button is no longer the main one.
          variant={job.status === 'review' ? 'outlined' : 'contained'}
          color={recordPayment ? 'accent' : 'primary'}
          busy={busy}
          onStep={() => start(next)}
        >
          {texts.job.markAs(next)}
        </AdvanceButton>
      )}
      {accept && (
        <AdvanceButton
          variant="contained"
          color="accent"
          busy={acceptance.accepting}
          onStep={acceptance.accept}
        >
          {texts.job.accept}
        </AdvanceButton>
      )}
      {confirming && (
        <Suspense fallback={null}>
          <PilotConfirmDialog
            kind={confirming}
            job={job}
            onClose={() => setConfirming(null)}
            onReleased={onReleased}
            onStep={(status, progress) => {
              setConfirming(null);
              void advance(status, progress);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
