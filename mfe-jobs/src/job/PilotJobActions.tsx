import { useState } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { useActor } from '@dps/shared-contracts/client';
import { Button } from '@dps/shared-contracts/ui';
import { ConfirmDialog } from '@dps/shared-contracts/ui/data';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { jobActions } from './job.actions.ts';
import { reportWrite } from './report-write.ts';
import { useAcceptJob } from './useAcceptJob.ts';

type Question = 'release' | 'recordPayment';

/** What a pilot can do with a job as it stands; `onGone` when the job is no longer theirs to look at. */
export function PilotJobActions({ job, onGone }: { job: JobView; onGone: () => void }) {
  const may = jobActions(useActor(), job);
  const { accept, accepting } = useAcceptJob();
  const [setStatus, { isLoading: advancing }] = jobsApi.setStatus.useMutation();
  const [question, setQuestion] = useState<Question | null>(null);
  const { advanceTo } = may;
  const advance = () =>
    advanceTo &&
    void reportWrite(
      setStatus({ id: job.id, status: advanceTo }).unwrap(),
      texts.toasts.status(advanceTo),
      texts.toasts.statusFailed,
    );
  const acceptJob = async () => {
    if (await accept(job.id)) onGone();
  };
  return (
    <>
      {may.release && <Button onClick={() => setQuestion('release')}>{texts.job.release}</Button>}
      {advanceTo && (
        <Button variant="contained" loading={advancing} onClick={advance}>
          {texts.job.markAs(advanceTo)}
        </Button>
      )}
      {may.recordPayment && (
        <Button variant="contained" color="accent" onClick={() => setQuestion('recordPayment')}>
          {texts.job.markAs('paid')}
        </Button>
      )}
      {may.accept && (
        <Button variant="contained" color="accent" loading={accepting} onClick={() => void acceptJob()}>
          {texts.job.accept}
        </Button>
      )}
      {question === 'release' && (
        <ReleaseQuestion id={job.id} onClose={() => setQuestion(null)} onReleased={onGone} />
      )}
      {question === 'recordPayment' && (
        <RecordPaymentQuestion id={job.id} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}

function ReleaseQuestion(props: { id: number; onClose: () => void; onReleased: () => void }) {
  const [release, { isLoading }] = jobsApi.release.useMutation();
  const confirm = async () => {
    const { released, releaseFailed } = texts.toasts;
    const done = await reportWrite(release(props.id).unwrap(), released, releaseFailed);
    if (done) props.onReleased();
    else props.onClose();
  };
  const { title, text, confirm: confirmLabel } = texts.releaseJob;
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      tone="danger"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    />
  );
}

function RecordPaymentQuestion({ id, onClose }: { id: number; onClose: () => void }) {
  const [setStatus, { isLoading }] = jobsApi.setStatus.useMutation();
  const confirm = async () => {
    const { status, statusFailed } = texts.toasts;
    await reportWrite(setStatus({ id, status: 'paid' }).unwrap(), status('paid'), statusFailed);
    onClose();
  };
  const { title, text, confirm: confirmLabel } = texts.recordPayment;
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      tone="money"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
