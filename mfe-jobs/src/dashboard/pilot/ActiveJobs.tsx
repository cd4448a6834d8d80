import type { JobView } from '@dps/shared-contracts';
import { styled } from '@dps/ui';
import { useUrlState } from '../../url-state/useUrlState.ts';
import { ALL, filterJobs } from '../../job/filter/job.filter.ts';
import { NoJobsOfPilot, NoMatch } from '../../job/table/NoJobs.tsx';
import { dashboardColumns } from '../../job/table/pilot-job-columns.tsx';
import { PilotJobsTable } from '../../job/table/PilotJobsTable.tsx';
import { StatusFilter } from '../../job/filter/StatusFilter.tsx';
import { viewRefusal } from '../../job/dialog/useJobDialogs.ts';
import { useDialogJob } from '../../job/dialog/useDialogJob.ts';
import { Section } from '../../page/Section.tsx';
import { texts } from '../../texts.ts';
import { useDashboardList } from '../useDashboardList.tsx';
import { PILOT_DASHBOARD_URL, PILOT_DASHBOARD_STATUSES } from '../dashboard-url.ts';

const Filters = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12 });
const Filter = styled('div')({ width: 180 });

/** The pilot's jobs with a status filter; `jobs` is undefined while they load. */
export function ActiveJobs({ jobs }: { jobs: readonly JobView[] | undefined }) {
  const { values, change, flush } = useUrlState(PILOT_DASHBOARD_URL);
  const { status } = values;
  const viewed = useDialogJob(jobs, values.job, viewRefusal, () => change({ job: null }));
  const list = useDashboardList(filterJobs(jobs ?? [], { status }), 'pilot');
  const { activeJobs, emptyTitle } = texts.pilotDashboard;
  const filters = (
    <Filters>
      <Filter onBlur={flush}>
        <StatusFilter
          statuses={PILOT_DASHBOARD_STATUSES}
          value={status}
          onChange={(next) => change({ status: next })}
        />
      </Filter>
      {list.sorting}
    </Filters>
  );
  return (
    <Section title={activeJobs} actions={filters}>
      <PilotJobsTable
        label={activeJobs}
        columns={dashboardColumns}
        jobs={list.rows}
        loading={jobs === undefined}
        empty={
          jobs?.length === 0 ? (
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
