import { useCurrentUser, useMyJobs } from '@dps/shared-contracts/client';
import { Button, ButtonLink, Icon, icons, styled } from '@dps/shared-contracts/ui';
import { ErrorNotice, PageHeader } from '@dps/shared-contracts/ui/data';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { ActiveJobs } from './ActiveJobs.tsx';
import { CurrentConditions } from './CurrentConditions.tsx';
import { PilotFigures } from './PilotFigures.tsx';
import { RecentFlights } from './RecentFlights.tsx';

const Stack = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 24 });
const Aside = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: 24,
  '@media (min-width: 1000px)': { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' },
});

function reloadPage(): void {
  window.location.reload();
}

/** What a pilot sees first: their figures, their jobs, their last flights. */
export function PilotDashboard({ onQuickUpdate = reloadPage }: { onQuickUpdate?: () => void }) {
  const { id } = useCurrentUser();
  const jobs = useMyJobs();
  const flights = jobsApi.flightRecords.useQuery(id);
  return (
    <>
      <PageHeader
        title={texts.pilotDashboard.title}
        subtitle={texts.pilotDashboard.subtitle}
        actions={
          <>
            <Button variant="outlined" startIcon={<Icon path={icons.refresh} />} onClick={onQuickUpdate}>
              {texts.pilotDashboard.quickUpdate}
            </Button>
            <ButtonLink
              to="/browse-jobs"
              variant="contained"
              color="accent"
              startIcon={<Icon path={icons.search} />}
            >
              {texts.pilotDashboard.browse}
            </ButtonLink>
          </>
        }
      />
      <PilotFigures jobs={jobs.data} flights={flights.data} />
      <Stack>
        {jobs.error ? (
          <ErrorNotice error={jobs.error} fallback={texts.jobsFailed} onRetry={() => void jobs.refetch()} />
        ) : (
          <ActiveJobs jobs={jobs.data} />
        )}
        <Aside>
          <RecentFlights
            flights={flights.data}
            error={flights.error}
            onRetry={() => void flights.refetch()}
          />
          <CurrentConditions />
        </Aside>
      </Stack>
    </>
  );
}
