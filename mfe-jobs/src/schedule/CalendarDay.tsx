import { Button, styled } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';

const Day = styled(Button)(({ theme }) => ({
  flex: '1 1 0',
  minWidth: 24,
  flexDirection: 'column',
  gap: 2,
  padding: 0,
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars.palette.text.primary,
  '&[data-jobs="true"]': {
    fontWeight: 650,
    color: theme.vars.palette.tones.green.text,
    backgroundColor: theme.vars.palette.tones.green.background,
  },
  '&[aria-pressed="true"]': {
    boxShadow: `inset 0 0 0 2px ${theme.vars.palette.primary.main}`,
  },
}));
// Days with jobs carry a dot besides their colour.
const Dot = styled('span')({ width: 5, height: 5, borderRadius: '50%', backgroundColor: 'currentColor' });

/** A day of the calendar; pressed while its jobs are listed. */
export function CalendarDay(props: {
  number: number;
  /** The whole date in words. */
  name: string;
  jobs: number;
  chosen: boolean;
  onChoose: () => void;
}) {
  const { number, name, jobs, chosen, onChoose } = props;
  const busy = jobs > 0;
  return (
    <Day
      aria-label={busy ? texts.schedule.dayWithJobs(name, jobs) : name}
      aria-pressed={chosen}
      data-jobs={busy}
      onClick={onChoose}
    >
      {number}
      {busy && <Dot />}
    </Day>
  );
}
