import { useCurrentUser, useMyJobs } from '@dps/shared-contracts/client';
import { Button, ButtonLink, Icon, icons, styled } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { jobsApi } from '../../api.ts';
import { QueryError } from '../../page/QueryError.tsx';
import { texts } from '../../texts.ts';
import { ActiveJobs } from './ActiveJobs.tsx';
import { CurrentConditions } from './CurrentConditions.tsx';
import { PilotFigures } from './PilotFigures.tsx';
import { RecentFlights } from './RecentFlights.tsx';

const Below = styled('div')({
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
  const { id } = useCurrentUser();
  const jobs = useMyJobs();
  const flights = jobsApi.flightRecords.useQuery(id);
  const { title, subtitle } = texts.pilotDashboard;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={<HeaderActions onQuickUpdate={onQuickUpdate} />}
      />
      <PilotFigures jobs={jobs.data} flights={flights.data} />
      <QueryError error={jobs.error} fallback={texts.jobsFailed} onRetry={jobs.refetch} />
      {(jobs.data || !jobs.error) && <ActiveJobs jobs={jobs.data} />}
      <Below>
        <RecentFlights flights={flights.data} error={flights.error} onRetry={flights.refetch} />
        <CurrentConditions />
      </Below>
    </>
  );
}
