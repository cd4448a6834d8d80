import type { JobView } from '@dps/shared-contracts';
import { Icon, IconButton, icons, styled, Typography } from '@dps/ui';
import { Slider } from '@dps/ui/data';
import { texts } from '../../texts.ts';
import { jobNameId } from '../table/JobName.tsx';
import { ProgressEnded } from './JobProgress.tsx';
import { useProgress, type ProgressPlace } from './useProgress.ts';

const Row = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  '&[data-place="list"]': { gap: 8, minWidth: 168, maxWidth: 360 },
});
const Scale = styled(Slider)({
  '[data-place="list"] > &': {
    minWidth: 48,
    // Half the thumb stands beside the scale at either end.
    margin: '0 6px',
    // A finger that scrolls the list must not move what it happens to touch: there the thumb alone is held.
    '@media (pointer: coarse)': { pointerEvents: 'none', '& .MuiSlider-thumb': { pointerEvents: 'auto' } },
  },
});
const Percent = styled(Typography)({
  minWidth: '3em',
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
});
const NudgeButton = styled(IconButton)({
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

const KEYS = new Set(['keydown', 'change']);

interface ProgressControlProps {
  job: Pick<JobView, 'id' | 'title' | 'progress'>;
  place: ProgressPlace;
  /** From review on, when the pilot can no longer report progress. */
  disabled?: boolean;
}

/** One step down or up. At its end of the scale it stays where the focus is, and does nothing. */
function Nudge(props: ProgressControlProps & { way: 'down' | 'up'; onStep: (value: number) => void }) {
  const { job, place, disabled = false, way, onStep } = props;
  const next = stepProgress(job.progress, way);
  return (
    <NudgeButton
      data-place={place}
      size={place === 'list' ? 'small' : 'medium'}
      aria-label={way === 'up' ? texts.job.increaseProgress : texts.job.decreaseProgress}
      disabled={disabled}
      aria-describedby={place === 'list' ? jobNameId(job.id) : undefined}
      aria-disabled={next === job.progress}
      onClick={() => next !== job.progress && onStep(next)}
    >
      <Icon path={way === 'up' ? icons.plus : icons.minus} />
    </NudgeButton>
  );
}

/**
 * The slider with which a pilot reports progress, and buttons for who cannot drag. In a list a value is sent when it has
 * rested; in the dialog when it is let go, or keys and buttons have rested.
 */
export function ProgressControl({ job, place, disabled = false }: ProgressControlProps) {
  const { move, settle, release } = useProgress(job, place);
  const inList = place === 'list';
  const control = { job, place, disabled };
  return (
    <Row data-place={place}>
      <Nudge {...control} way="down" onStep={settle} />
      <Scale
        aria-label={inList ? texts.table.progressOf(job.title) : texts.fields.progress}
        getAriaValueText={disabled ? () => texts.table.progressEnded : texts.job.percent}
        disabled={disabled}
        step={PROGRESS_STEP}
        max={PROGRESS_MAX}
        value={job.progress}
        onChange={(_event, next) => {
          if (typeof next === 'number') (inList ? settle : move)(next);
        }}
        onChangeCommitted={(event, next) => {
          if (typeof next !== 'number' || inList) return;
          (KEYS.has(event.type) ? settle : release)(next);
        }}
      />
      <Nudge {...control} way="up" onStep={settle} />
      <Percent variant={inList ? 'caption' : 'body1'}>
        {disabled ? <ProgressEnded /> : texts.job.percent(job.progress)}
      </Percent>
    </Row>
  );
}
