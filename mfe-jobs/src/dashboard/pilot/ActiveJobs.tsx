import { styled } from '@dps/ui';
import type { UrlState } from '../../url-state/useUrlState.ts';
import { ALL } from '../../job/filter/job.filter.ts';
import { NoJobsOfPilot, NoMatch } from '../../job/table/NoJobs.tsx';
import { dashboardColumns } from '../../job/table/pilot-job-columns.tsx';
import { PilotJobsTable } from '../../job/table/PilotJobsTable.tsx';
import { sumOf } from '../../job/job-totals.ts';
import { StatusFilter } from '../../job/filter/StatusFilter.tsx';
import { viewRefusal } from '../../job/dialog/useJobDialogs.ts';
import { useDialogJob } from '../../job/dialog/useDialogJob.ts';
import { Section } from '../../page/Section.tsx';
import { texts } from '../../texts.ts';
import { SelectPlace, type DashboardList } from '../useDashboardList.tsx';
import { PILOT_DASHBOARD_STATUSES, type PilotDashboardUrlState } from '../dashboard-url.ts';

const Filters = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, minWidth: 0 });

/** The pilot's jobs with a status filter. */
export function ActiveJobs(props: { list: DashboardList; address: UrlState<PilotDashboardUrlState> }) {
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
