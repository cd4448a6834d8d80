import type { JobView } from '@dps/shared-contracts';
import { styled } from '@dps/shared-contracts/ui';
import { useAddressState } from '../../address/useAddressState.ts';
import { ALL, filterJobs } from '../../job/job.filter.ts';
import { NoJobsOfPilot, NoMatch } from '../../job/NoJobs.tsx';
import { PilotJobsTable } from '../../job/PilotJobsTable.tsx';
import { StatusFilter } from '../../job/StatusFilter.tsx';
import { viewRefusal } from '../../job/useJobDialogs.ts';
import { useNamedJob } from '../../job/useNamedJob.ts';
import { Section } from '../../page/Section.tsx';
import { texts } from '../../texts.ts';
import { PILOT_DASHBOARD_ADDRESS, PILOT_DASHBOARD_STATUSES } from '../dashboard-address.ts';

const Filter = styled('div')({ width: 180 });

/** The pilot's jobs with their filter; no jobs given means that they are on their way. */
export function ActiveJobs({ jobs }: { jobs: readonly JobView[] | undefined }) {
  const { values, change, settle } = useAddressState(PILOT_DASHBOARD_ADDRESS);
  const { status } = values;
  const viewed = useNamedJob(jobs, values.job, viewRefusal, () => change({ job: null }));
  const { activeJobs, emptyTitle } = texts.pilotDashboard;
  const filter = (
    <Filter onBlur={settle}>
      <StatusFilter
        statuses={PILOT_DASHBOARD_STATUSES}
        value={status}
        onChange={(next) => change({ status: next })}
      />
    </Filter>
  );
  return (
    <Section title={activeJobs} actions={filter}>
      <PilotJobsTable
        label={activeJobs}
        columns="dashboard"
        jobs={filterJobs(jobs ?? [], { status })}
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
    </Section>
  );
}
