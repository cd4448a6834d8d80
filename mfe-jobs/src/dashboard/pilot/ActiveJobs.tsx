import { useState } from 'react';
import type { JobStatus, JobView } from '@dps/shared-contracts';
import { ButtonLink, styled } from '@dps/shared-contracts/ui';
import { EmptyState } from '@dps/shared-contracts/ui/data';
import { ALL, filterJobs } from '../../job/job.filter.ts';
import { PilotJobsTable } from '../../job/PilotJobsTable.tsx';
import { StatusFilter, type StatusChoice } from '../../job/StatusFilter.tsx';
import { Section } from '../../page/Section.tsx';
import { texts } from '../../texts.ts';

const STATUSES: readonly JobStatus[] = ['pending', 'in-progress', 'review', 'completed'];
const Filter = styled('div')({ width: 180 });

/** The pilot's jobs with their filter; no jobs given means that they are on their way. */
export function ActiveJobs({ jobs }: { jobs: readonly JobView[] | undefined }) {
  const [status, setStatus] = useState<StatusChoice>(ALL);
  const [viewed, setViewed] = useState<JobView | null>(null);
  const { activeJobs, emptyTitle, emptyText, findJob } = texts.pilotDashboard;
  const empty =
    status === ALL ? (
      <EmptyState
        title={emptyTitle}
        text={emptyText}
        action={
          <ButtonLink to="/browse-jobs" variant="outlined">
            {findJob}
          </ButtonLink>
        }
      />
    ) : (
      <EmptyState title={texts.noMatch} />
    );
  return (
    <Section
      title={activeJobs}
      actions={
        <Filter>
          <StatusFilter statuses={STATUSES} value={status} onChange={setStatus} />
        </Filter>
      }
    >
      <PilotJobsTable
        label={activeJobs}
        jobs={filterJobs(jobs ?? [], { status })}
        loading={jobs === undefined}
        empty={empty}
        viewed={viewed}
        onView={setViewed}
      />
    </Section>
  );
}
