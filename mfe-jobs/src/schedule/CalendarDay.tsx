import type { Ref } from 'react';
import { Button, styled } from '@dps/ui';
import { texts } from '../texts.ts';

const Day = styled(Button)(({ theme }) => ({
  flex: '1 1 0',
  minWidth: 24,
  minHeight: 24,
  '@media (pointer: coarse)': { minHeight: 44 },
  gap: 4,
  padding: 0,
  lineHeight: 1.25,
  // Above the next day, which would cover the focus ring.
  '&:focus-visible': { zIndex: 1 },
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars.palette.text.primary,
  '&[data-jobs="true"]': {
    fontWeight: 650,
    color: theme.vars.palette.tones.green.text,
    backgroundColor: theme.vars.palette.tones.green.background,
    '@media (forced-colors: active)': { border: '2px solid' },
  },
  '&[aria-pressed="true"]': { boxShadow: `inset 0 0 0 2px ${theme.vars.palette.primary.main}` },
  '&[aria-current="date"] > :first-child': {
    fontWeight: 650,
    textDecoration: 'underline',
    textDecorationThickness: 2,
    textUnderlineOffset: 3,
  },
}));
// Colour alone does not mark days with jobs: they also have a dot.
const Dot = styled('span')({ width: 5, height: 5, borderRadius: '50%', backgroundColor: 'currentColor' });

/** A day of the calendar, as a toggle button. Only the `current` day is in the tab order (roving tabindex). */
export function CalendarDay(props: {
  number: number;
  /** The full date, for screen readers. */
  name: string;
  jobs: number;
  chosen: boolean;
  today: boolean;
  current: boolean;
  onChoose: () => void;
  ref: Ref<HTMLButtonElement> | undefined;
}) {
  const { number, name, jobs, chosen, today, current, onChoose, ref } = props;
  const busy = jobs > 0;
  return (
    <Day
      ref={ref}
      tabIndex={current ? 0 : -1}
      aria-label={busy ? texts.schedule.dayWithJobs(name, jobs) : name}
      aria-pressed={chosen}
      {...(today && { 'aria-current': 'date' })}
      data-jobs={busy}
      onClick={onChoose}
    >
      <span>{number}</span>
      {busy && <Dot />}
    </Day>
  );
}
