import { Button, ButtonLink, Icon, icons, styled } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { ConfirmEmail } from '../../email/ConfirmEmail.tsx';
import { QueryError } from '../../page/QueryError.tsx';
import { texts } from '../../texts.ts';
import { useUrlState } from '../../url-state/useUrlState.ts';
import { PILOT_DASHBOARD_URL } from '../dashboard-url.ts';
import { PilotSteps } from '../first-steps/NewUserSteps.tsx';
import { useDashboardList } from '../useDashboardList.tsx';
import { ActiveJobs } from './ActiveJobs.tsx';
import { CurrentConditions } from './CurrentConditions.tsx';
import { PilotFigures } from './PilotFigures.tsx';
import { RecentFlights } from './RecentFlights.tsx';

// The browser lays out these parts when they come near the window.
const Below = styled('div')({
  contentVisibility: 'auto',
  containIntrinsicHeight: 'auto 320px',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: 24,
  marginTop: 24,
  '@media (min-width: 1000px)': { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' },
});

function reloadPage(): void {
  window.location.reload();
}

function HeaderActions({ onQuickUpdate }: { onQuickUpdate: () => void }) {
  const { quickUpdate, browse } = texts.pilotDashboard;
  return (
    <>
      <Button variant="outlined" startIcon={<Icon path={icons.refresh} />} onClick={onQuickUpdate}>
        {quickUpdate}
      </Button>
      <ButtonLink
        to="/browse-jobs"
        variant="contained"
        color="accent"
        startIcon={<Icon path={icons.search} />}
      >
        {browse}
      </ButtonLink>
    </>
  );
}

/** The pilot's figures, jobs and latest flights. */
export function PilotDashboard({ onQuickUpdate = reloadPage }: { onQuickUpdate?: () => void }) {
  const address = useUrlState(PILOT_DASHBOARD_URL);
  const list = useDashboardList('pilot', address.values.status);
  const { title, subtitle } = texts.pilotDashboard;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={<HeaderActions onQuickUpdate={onQuickUpdate} />}
      />
      <ConfirmEmail />
      <PilotFigures totals={list.totals} />
      <PilotSteps list={list} />
      <QueryError error={list.error} fallback={texts.jobsFailed} onRetry={list.refetch} />
      {(list.rows || !list.error) && <ActiveJobs list={list} address={address} />}
      <Below>
        <RecentFlights />
        <CurrentConditions />
      </Below>
    </>
  );
}
