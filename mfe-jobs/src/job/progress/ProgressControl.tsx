import { useRef, useEffect, useSyncExternalStore } from 'react';
import type { JobView } from '@dps/contract';
import { Icon, IconButton, icons, styled, Typography } from '@dps/ui';
import { Slider } from '@dps/ui/data';
import { texts } from '../../texts.ts';
import { NotSaved } from '../table/NotSaved.tsx';
import { jobNameId } from '../table/JobName.tsx';
import { ProgressEnded } from './JobProgress.tsx';
import { useJobDraft } from '@dps/contract/client';
import { userSignal } from '@dps/contract/user';
import { toast } from '@dps/ui/toast';
import { jobsApi } from '../../api.ts';
import { failureToast, isQueued, logFailure } from '../failures.ts';
import { progressDrafts as drafts } from './progress-drafts.ts';

/** The place of a progress control. In a list a failure does not show a toast, but the value can be sent again. */
type ProgressPlace = 'list' | 'dialog';

/** Changes the progress of a job, with an optimistic update. An unsent value is sent when the control unmounts. */
function useProgress(job: Pick<JobView, 'id' | 'title' | 'progress'>, place: ProgressPlace) {
  const { id, title } = job;
  const [setProgress] = jobsApi.setProgress.useMutation();
  const jobDraft = useJobDraft(id);
  const unsaved = useSyncExternalStore(drafts.subscribe, () => drafts.unsaved(id));
  useEffect(() => () => drafts.send(id), [id]);

  const write = async (progress: number) => {
    const user = userSignal();
    const { error } = await setProgress({ id, progress, title });
    if (user.aborted) return;
    // Only the last of several values shows a toast.
    const superseded = drafts.has(id);
    if (isQueued(error)) {
      if (!superseded) toast(texts.toasts.queued);
    } else if (error && (place === 'list' || superseded)) {
      logFailure('job-progress.write', error);
      if (!superseded) drafts.setUnsaved(id, progress);
    } else if (error) toast(failureToast(error, texts.toasts.progressFailed));
    else if (!superseded) toast(texts.toasts.progress(progress));
  };
  const show = (value: number) =>
    drafts.set(job, value, {
      show: (progress) => jobDraft.show({ progress }),
      withdraw: jobDraft.withdraw,
      send: write,
    });

  return {
    /** The last value of a list if the server did not save it. */
    unsaved,
    /** Shows a value that may still change. */
    show,
    /** Shows a value, and sends it after a pause without changes. */
    sendLater: (value: number) => {
      show(value);
      drafts.sendLater(id);
    },
    /** Shows a value and sends it now. */
    send: (value: number) => {
      show(value);
      drafts.send(id);
    },
  };
}

const Row = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  '&[data-place="list"]': { gap: 4, minWidth: 'min(232px, 75vw)', maxWidth: 360 },
  // A phone with a large font size.
  '@media (max-width: 279.95px)': { flexWrap: 'wrap' },
});
const Scale = styled(Slider)(({ theme }) => ({
  // What was submitted: a bar, and not a control that does not react.
  '&.Mui-disabled': { color: theme.vars.palette.primary.main, '& .MuiSlider-thumb': { display: 'none' } },
  '[data-place="list"] > &': {
    minWidth: 'min(120px, 30vw)',
    // Half of the thumb extends beyond each end of the track.
    margin: '0 6px',
    // On touch screens only the thumb reacts, so that scrolling the list does not move a slider.
    '@media (pointer: coarse)': { pointerEvents: 'none', '& .MuiSlider-thumb': { pointerEvents: 'auto' } },
  },
}));
const Percent = styled(Typography)({
  minWidth: '3em',
  textAlign: 'right',
  whiteSpace: 'nowrap',
  // The day of the submission is wider than a percentage. It has one line, and two in a narrow dialog.
  '&[data-ended="true"]': { flexShrink: 0, maxWidth: '50%', whiteSpace: 'normal' },
  fontVariantNumeric: 'tabular-nums',
});
const SquareButton = styled(IconButton)({
  '&[aria-disabled="true"]': { opacity: 0.4, cursor: 'default' },
  '@media (pointer: coarse)': { '&[data-place="list"]': { padding: 8 } },
});

const PROGRESS_STEP = 5;
const PROGRESS_MAX = 100;

/** The next multiple of 5 above or below a progress, from 0 to 100. */
export function stepProgress(value: number, direction: 'up' | 'down'): number {
  const next =
    direction === 'up'
      ? (Math.floor(value / PROGRESS_STEP) + 1) * PROGRESS_STEP
      : (Math.ceil(value / PROGRESS_STEP) - 1) * PROGRESS_STEP;
  return Math.min(Math.max(next, 0), PROGRESS_MAX);
}

const KEYBOARD_EVENTS = new Set(['keydown', 'change']);

interface ProgressControlProps {
  job: Pick<JobView, 'id' | 'title' | 'progress' | 'handedOverAt'>;
  place: ProgressPlace;
  /** True from review on, when the pilot can no longer report progress. */
  disabled?: boolean;
}

/** A button for one step down or up. At the end of the scale it does nothing, but it keeps the focus. */
function StepButton(
  props: ProgressControlProps & { direction: 'down' | 'up'; onStep: (value: number) => void },
) {
  const { job, place, direction, onStep } = props;
  const next = stepProgress(job.progress, direction);
  return (
    <SquareButton
      data-place={place}
      size={place === 'list' ? 'small' : 'medium'}
      aria-label={(direction === 'up' ? texts.job.increaseProgress : texts.job.decreaseProgress)(
        PROGRESS_STEP,
      )}
      aria-describedby={place === 'list' ? jobNameId(job.id) : undefined}
      aria-disabled={next === job.progress}
      onClick={() => next !== job.progress && onStep(next)}
    >
      <Icon path={direction === 'up' ? icons.plus : icons.minus} />
    </SquareButton>
  );
}

/**
 * The slider for progress, with buttons for users who cannot drag. In a list a value is sent after a pause. In the dialog it
 * is sent when the pointer is released, or after a pause of keys and buttons.
 */
export function ProgressControl({ job, place, disabled = false }: ProgressControlProps) {
  const { unsaved, show, sendLater, send } = useProgress(job, place);
  const row = useRef<HTMLDivElement>(null);
  const inList = place === 'list';
  const control = { job, place, disabled };
  return (
    <>
      <Row ref={row} data-place={place}>
        {!disabled && <StepButton {...control} direction="down" onStep={sendLater} />}
        <Scale
          aria-label={inList ? texts.table.progressOf(job.title) : texts.fields.progress}
          getAriaValueText={disabled ? () => texts.table.progressEnded : texts.job.percent}
          disabled={disabled}
          step={PROGRESS_STEP}
          max={PROGRESS_MAX}
          value={job.progress}
          onChange={(_event, next) => {
            if (typeof next === 'number') (inList ? sendLater : show)(next);
          }}
          onChangeCommitted={(event, next) => {
            if (typeof next !== 'number' || inList) return;
            (KEYBOARD_EVENTS.has(event.type) ? sendLater : send)(next);
          }}
        />
        {!disabled && <StepButton {...control} direction="up" onStep={sendLater} />}
        <Percent variant={inList ? 'caption' : 'body1'} data-ended={disabled}>
          {disabled ? <ProgressEnded handedOverAt={job.handedOverAt} /> : texts.job.percent(job.progress)}
        </Percent>
      </Row>
      {inList && unsaved !== undefined && (
        <NotSaved
          jobId={job.id}
          onRetry={() => {
            row.current?.querySelector('input')?.focus();
            send(unsaved);
          }}
        />
      )}
    </>
  );
}
