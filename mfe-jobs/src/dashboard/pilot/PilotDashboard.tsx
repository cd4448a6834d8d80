import { Suspense, useState, type ReactNode } from 'react';
import { UNSUBMITTED_STATUSES, type JobView } from '@dps/contract';
import { Button, ButtonLink, Icon, icons, styled } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
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
import { sortJobs, useDashboardList, SelectPlace, type DashboardList } from '../useDashboardList.tsx';
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

const NextJob = onDemand(() => import('./NextJob.tsx'));

const Filters = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, minWidth: 0 });

/** The filters of a list; on a phone, a button opens them. */
function ListFilters({ phone, children }: { phone: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {phone && (
        <Button variant="outlined" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {texts.pilotDashboard.filters}
        </Button>
      )}
      {(open || !phone) && <Filters>{children}</Filters>}
    </>
  );
}

/** The pilot's jobs with a status filter. */
function ActiveJobs(props: {
  list: DashboardList;
  address: UrlState<PilotDashboardUrlState>;
  onView: (job: JobView | null) => void;
}) {
  const { list, onView } = props;
  const { values, change, flush } = props.address;
  const { status } = values;
  const viewed = useDialogJob(list.jobs, values.job, viewRefusal, () => change({ job: null }));
  const { activeJobs, emptyTitle } = texts.pilotDashboard;
  const filters = (
    <ListFilters phone={list.phone}>
      <SelectPlace onBlur={flush}>
        <StatusFilter
          statuses={PILOT_DASHBOARD_STATUSES}
          value={status}
          onChange={(next) => change({ status: next })}
        />
      </SelectPlace>
      {list.sorting}
    </ListFilters>
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
        onView={onView}
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

const NextPlace = styled('div')({ minHeight: 204, marginBottom: 16 });
const PhoneActions = styled('div')({ display: 'grid', gap: 8, marginBottom: 16 });

/** The job with which a pilot continues; nothing while no job is open. */
function NextPart({ jobs, onView }: { jobs: DashboardList['jobs']; onView: (job: JobView) => void }) {
  const open = jobs?.filter(({ status }) => UNSUBMITTED_STATUSES.includes(status));
  const [next] = open ? sortJobs(open, 'next', 'pilot') : [];
  if (jobs && !next) return null;
  const loading = <LoadingShape text={texts.loading} shape="rows" inset />;
  return (
    <NextPlace>
      {next ? (
        <Suspense fallback={loading}>
          <NextJob key={next.id} job={next} onView={() => onView(next)} />
        </Suspense>
      ) : (
        loading
      )}
    </NextPlace>
  );
}

/** The pilot's figures, jobs and latest flights. On a phone, the page begins with the next job. */
export function PilotDashboard({ onQuickUpdate = reloadPage }: { onQuickUpdate?: () => void }) {
  const address = useUrlState(PILOT_DASHBOARD_URL);
  const list = useDashboardList('pilot', address.values.status);
  const view = (job: JobView | null) => address.change({ job: job && String(job.id) });
  const { title, subtitle } = texts.pilotDashboard;
  const actions = <HeaderActions onQuickUpdate={onQuickUpdate} />;
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} actions={!list.phone && actions} />
      <ConfirmEmail />
      {list.phone && <NextPart jobs={list.jobs} onView={view} />}
      <PilotFigures totals={list.totals} />
      {list.phone && <PhoneActions>{actions}</PhoneActions>}
      <PilotSteps list={list} />
      <QueryError error={list.error} fallback={texts.jobsFailed} onRetry={list.refetch} />
      {(list.rows || !list.error) && <ActiveJobs list={list} address={address} onView={view} />}
      <Below>
        <RecentFlights />
        <CurrentConditions />
      </Below>
    </>
  );
}
