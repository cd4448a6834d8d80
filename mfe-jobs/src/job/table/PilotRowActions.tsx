import { useRef } from 'react';
import { PROGRESS_STATUSES, type JobView } from '@dps/shared-contracts';
import { Button, styled } from '@dps/ui';
import { texts } from '../../texts.ts';
import { AdvanceButton } from '../actions/AdvanceButton.tsx';
import { updateButton } from '../actions/job.actions.ts';
import { jobNameId } from './JobName.tsx';
import { logFailure } from '../failures.ts';
import { useStatusStep } from '../actions/useStatusStep.ts';

const Buttons = styled('div')({ display: 'flex', gap: 8 });
// As wide as its longest label, so that the buttons of all rows stand under each other.
const Update = styled(AdvanceButton)({ minWidth: 96 });

/** What a pilot does with a job in a row: look at it, and move it on as far as review. */
export function PilotRowActions({ job, onView }: { job: JobView; onView: () => void }) {
  const { step, busy } = useStatusStep(job.id);
  const view = useRef<HTMLButtonElement>(null);
  const { label, next } = updateButton(job.status);
  const described = { 'aria-describedby': jobNameId(job.id) };
  const update = async () => {
    if (!next) return;
    // The button is about to be disabled, and would take the focus away with it.
    if (!PROGRESS_STATUSES.includes(next)) view.current?.focus();
    const error = await step(next);
    // A failure shows nothing but the status that the job then has.
    if (error) logFailure('job-status.write', error);
  };
  return (
    <Buttons>
      <Button size="small" ref={view} {...described} onClick={onView}>
        {texts.table.view}
      </Button>
      <Update
        size="small"
        variant="outlined"
        disabled={next === null}
        busy={busy}
        {...described}
        onStep={() => void update()}
      >
        {label}
      </Update>
    </Buttons>
  );
}
