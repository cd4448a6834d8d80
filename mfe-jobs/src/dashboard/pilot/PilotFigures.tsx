import { formatCents } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { FONT_SIZES, styled } from '@dps/ui';
import { Sourced } from '@dps/ui/sourced';
import { StatCard, StatGrid } from '@dps/ui/data';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import type { JobTotals } from '../../job/job-totals.ts';
import { flightHours, pilotStats } from '../figures.ts';

/** The cards of the figures; on a phone, a strip without their sources. The tooltip of a figure opens on all of its field. */
const Figures = styled(StatGrid)(({ theme }) => ({
  '@media (min-width: 17.5em) and (max-width: 37.49em)': {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) minmax(0, 1.3fr)',
    gap: 0,
    height: '3.5rem',
    overflow: 'clip',
    marginBottom: 16,
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: theme.vars.shape.borderRadius,
    '& > [role="group"]': {
      position: 'relative',
      justifyContent: 'space-between',
      padding: '3px 6px',
      border: 0,
      borderRadius: 0,
    },
    '& > [role="group"] + [role="group"]': { borderInlineStart: `1px solid ${theme.vars.palette.divider}` },
    '& > [role="group"] > div': { minHeight: 0 },
    '& > [role="group"] > div > p': { fontSize: FONT_SIZES.xs, lineHeight: 14 / 12 },
    '& > [role="group"] > p': { fontSize: FONT_SIZES.s, lineHeight: 20 / 14 },
    '& > [role="group"] > p > .MuiTypography-caption': { display: 'none' },
    '& button': { position: 'absolute', inset: 0, margin: 0, opacity: 0 },
  },
}));

/** The hours of the recorded flights; a dash while they load. */
function FlightHours() {
  const { data: flights } = jobsApi.flightRecords.useQuery(useCurrentUser().id);
  const { pilotDashboard: labels, notYetKnown } = texts;
  return (
    <StatCard
      label={labels.flightHours}
      hint={labels.flightHoursHint}
      value={
        <Sourced
          value={flights ? flightHours(flights).toFixed(1) : notYetKnown}
          source={labels.flightHoursSource}
        />
      }
    />
  );
}

/** The four figures of the pilot dashboard; a dash while their data loads. */
export function PilotFigures({ totals }: { totals: JobTotals | undefined }) {
  const figures = totals && pilotStats(totals);
  const { pilotDashboard: labels, notYetKnown } = texts;
  return (
    <Figures>
      <StatCard
        label={labels.completed}
        hint={labels.completedHint}
        value={figures?.completed ?? notYetKnown}
      />
      <StatCard label={labels.pending} hint={labels.pendingHint} value={figures?.pending ?? notYetKnown} />
      <FlightHours />
      <StatCard
        label={labels.earnings}
        hint={labels.earningsHint}
        tone={figures && figures.earnings > 0 ? 'money' : 'default'}
        value={
          <Sourced
            value={figures ? formatCents(figures.earnings) : notYetKnown}
            source={labels.earningsSource}
          />
        }
      />
    </Figures>
  );
}
