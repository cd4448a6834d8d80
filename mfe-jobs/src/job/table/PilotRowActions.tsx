import { Suspense, useRef, useState, type ReactNode } from 'react';
import type { JobStatus, JobView } from '@dps/contract';
import { Button, styled, Typography } from '@dps/ui';
import { Tooltip } from '@dps/ui/data';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../../texts.ts';
import { AdvanceButton } from '../actions/AdvanceButton.tsx';
import { updateButton } from '../actions/job.actions.ts';
import { jobNameId } from './JobName.tsx';
import { RowButtons } from './JobsTable.tsx';
import { NotSaved } from './NotSaved.tsx';
import { logFailure } from '../failures.ts';
import { useStatusStep } from '../actions/useStatusStep.ts';

const StepConfirmDialog = onDemand(
  () => import(/* webpackChunkName: "confirm" */ '../actions/StepConfirmDialog.tsx'),
);

// As wide as its longest label, so that the buttons of all rows align.
const Update = styled(AdvanceButton)({
  flexDirection: 'column',
  minWidth: 104,
  padding: '2px 10px',
  lineHeight: 16 / 14,
});
const Caption = styled(Typography)({ lineHeight: 14 / 12 });

interface PilotRowActionsProps {
  job: JobView;
  onView: () => void;
  /** More buttons. */
  children?: ReactNode;
}

/** The row buttons of a pilot: View, and Update as far as review, which is confirmed. */
export function PilotRowActions({ job, onView, children }: PilotRowActionsProps) {
  const { step, busy } = useStatusStep(job);
  const [unsaved, setUnsaved] = useState<JobStatus | null>(null);
  const [confirming, setConfirming] = useState(false);
  const view = useRef<HTMLButtonElement>(null);
  const { label, next } = updateButton(job.status);
  const described = { 'aria-describedby': jobNameId(job.id) };
  const update = async () => {
    if (!next) return;
    setUnsaved(null);
    const error = await step(next);
    if (!error) return;
    logFailure('job-status.write', error);
    setUnsaved(next);
  };
  const start = () => {
    if (next !== 'review') return void update();
    // The dialog returns the focus to View: the button of the step is then disabled.
    view.current?.focus();
    setConfirming(true);
  };
  return (
    <>
      <RowButtons>
        <Button size="small" ref={view} {...described} onClick={onView}>
          {texts.table.view}
        </Button>
        <Tooltip title={next ? texts.job.markAs(next) : ''}>
          <Update
            size="small"
            variant="outlined"
            disabled={next === null}
            busy={busy}
            aria-label={next ? `${label} ${texts.table.toStep(next)}` : undefined}
            {...described}
            onStep={start}
          >
            <span>{label}</span> {next && <Caption variant="caption">{texts.table.toStep(next)}</Caption>}
          </Update>
        </Tooltip>
        {children}
      </RowButtons>
      {confirming && (
        <Suspense fallback={null}>
          <StepConfirmDialog
            to="review"
            job={job}
            onClose={() => setConfirming(false)}
            onStep={() => {
              setConfirming(false);
              void update();
            }}
          />
        </Suspense>
      )}
      {/* After a change elsewhere, the unsaved status is no longer the next one. */}
      {unsaved !== null && unsaved === next && (
        <NotSaved
          jobId={job.id}
          onRetry={() => {
            view.current?.focus();
            void update();
          }}
        />
      )}
    </>
  );
}
