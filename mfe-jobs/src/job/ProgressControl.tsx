import type { JobView } from '@dps/shared-contracts';
import { Icon, IconButton, icons, styled, Typography } from '@dps/shared-contracts/ui';
import { Slider } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { PROGRESS_STEP, stepProgress } from './progress-step.ts';
import { useProgress } from './useProgress.ts';

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 12 });
const Percent = styled(Typography)({
  minWidth: '3.5em',
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
});
const KEYS = new Set(['keydown', 'change']);

/** The slider with which the pilot reports progress, and buttons for who cannot drag. */
export function ProgressControl({ job, disabled }: { job: JobView; disabled: boolean }) {
  const { value, show, settle, release } = useProgress(job);
  return (
    <Row>
      <IconButton
        aria-label={texts.job.decreaseProgress}
        disabled={disabled || value === 0}
        onClick={() => settle(stepProgress(value, 'down'))}
      >
        <Icon path={icons.minus} />
      </IconButton>
      <Slider
        aria-label={texts.fields.progress}
        getAriaValueText={texts.job.percent}
        disabled={disabled}
        step={PROGRESS_STEP}
        value={value}
        onChange={(_event, next) => typeof next === 'number' && show(next)}
        onChangeCommitted={(event, next) => {
          if (typeof next !== 'number') return;
          if (KEYS.has(event.type)) settle(next);
          else release(next);
        }}
      />
      <IconButton
        aria-label={texts.job.increaseProgress}
        disabled={disabled || value === 100}
        onClick={() => settle(stepProgress(value, 'up'))}
      >
        <Icon path={icons.plus} />
      </IconButton>
      <Percent>{texts.job.percent(value)}</Percent>
    </Row>
  );
}
