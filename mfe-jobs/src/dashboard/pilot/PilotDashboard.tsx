import { Button, ButtonLink, Icon, icons, styled } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { ConfirmEmail } from '../../email/ConfirmEmail.tsx';
import { QueryError } from '../../page/QueryError.tsx';
import { texts } from '../../texts.ts';
import { useUrlState, type UrlState } from '../../url-state/useUrlState.ts';
import {
  PILOT_DASHBOARD_URL,
  PILOT_DASHBOARD_STATUSES,
  type PilotDashboardUrlState,
} from '../dashboard-url.ts';
import { PilotSteps } from '../first-steps/NewUserSteps.tsx';
import { useDashboardList, SelectPlace, type DashboardList } from '../useDashboardList.tsx';
import { CurrentConditions } from './CurrentConditions.tsx';
import { PilotFigures } from './PilotFigures.tsx';
import { RecentFlights } from './RecentFlights.tsx';
import { ALL } from '../../job/filter/job.filter.ts';
import { NoJobsOfPilot, NoMatch } from '../../job/table/NoJobs.tsx';
import { dashboardColumns } from '../../job/table/pilot-job-columns.tsx';
import { PilotJobsTable } from '../../job/table/PilotJobsTable.tsx';
import { sumOf } from '../../job/job-totals.ts';
import { StatusFilter } from '../../job/filter/StatusFilter.tsx';
import { viewRefusal } from '../../job/dialog/useJobDialogs.ts';
import { useDialogJob } from '../../job/dialog/useDialogJob.ts';
import { Section } from '../../page/Section.tsx';

const Filters = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, minWidth: 0 });

/** The pilot's jobs with a status filter. */
function ActiveJobs(props: { list: DashboardList; address: UrlState<PilotDashboardUrlState> }) {
  const { list } = props;
  const { values, change, flush } = props.address;
  const { status } = values;
  const viewed = useDialogJob(list.jobs, values.job, viewRefusal, () => change({ job: null }));
  const { activeJobs, emptyTitle } = texts.pilotDashboard;
  const filters = (
    <Filters>
      <SelectPlace onBlur={flush}>
        <StatusFilter
          statuses={PILOT_DASHBOARD_STATUSES}
          value={status}
          onChange={(next) => change({ status: next })}
        />
      </SelectPlace>
      {list.sorting}
    </Filters>
  );
  return (
    <Section title={activeJobs} actions={filters}>
      <PilotJobsTable
        label={activeJobs}
        columns={dashboardColumns}
        jobs={list.rows}
        headings={list.headings}
        empty={
          list.totals && sumOf(list.totals).count === 0 ? (
            <NoJobsOfPilot title={emptyTitle} />
          ) : (
            <NoMatch onClear={() => change({ status: ALL })} />
          )
        }
        viewed={viewed}
        onView={(job) => change({ job: job && String(job.id) })}
      />
      {list.foot}
    </Section>
  );
}

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
