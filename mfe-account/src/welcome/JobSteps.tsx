import { JOB_STATUS_LABELS, JOB_STATUSES, type JobStatus } from '@dps/contract';
import { FONT_SIZES, RADIUS, styled, Typography } from '@dps/ui';
import { texts } from '../texts/welcome.ts';

/** The tones of the badges for job states. The badge itself belongs to the code of signed-in users. */
const TONES = {
  pending: 'gray',
  'in-progress': 'yellow',
  review: 'blue',
  completed: 'green',
  paid: 'purple',
} as const satisfies Record<JobStatus, string>;

const List = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '@media (min-width: 1100px)': { gridTemplateColumns: `repeat(${JOB_STATUSES.length}, minmax(0, 1fr))` },
}));
const Step = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: '8px 16px',
  alignContent: 'start',
  padding: 16,
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '@media (min-width: 600px) and (max-width: 1099.95px)': {
    gridTemplateColumns: '9rem minmax(0, 1fr)',
    alignItems: 'baseline',
  },
  '@media (min-width: 1100px)': {
    '& + &': { borderTop: 0, borderInlineStart: `1px solid ${theme.vars.palette.divider}` },
  },
}));
const State = styled('span')(({ theme }) => ({
  justifySelf: 'start',
  display: 'inline-flex',
  gap: 8,
  padding: '4px 8px',
  borderRadius: RADIUS.chip,
  fontSize: FONT_SIZES.xs,
  fontWeight: 550,
  lineHeight: 16 / 12,
  '@media (forced-colors: active)': { outline: '1px solid', outlineOffset: -1 },
  ...Object.fromEntries(
    Object.entries(TONES).map(([status, tone]) => {
      const { text, background } = theme.vars.palette.tones[tone];
      return [`&[data-status="${status}"]`, { color: text, backgroundColor: background }];
    }),
  ),
}));

/** The states of a job in order, and what happens in each. */
export function JobSteps() {
  return (
    <List>
      {JOB_STATUSES.map((status, index) => (
        <Step key={status}>
          <State data-status={status}>
            <span aria-hidden>{index + 1}</span>
            {JOB_STATUS_LABELS[status]}
          </State>
          <Typography>{texts.steps.list[status]}</Typography>
        </Step>
      ))}
    </List>
  );
}
