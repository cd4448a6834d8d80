import { useState } from 'react';
import type { JobView } from '@dps/contract';
import { styled } from '@dps/ui';
import { VirtualItems } from '@dps/ui/data';
import { JobCard } from './JobCard.tsx';

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
  gap: 16,
});

/** A responsive grid of job cards. */
export function JobCards({ jobs, onOpen }: { jobs: readonly JobView[]; onOpen: (job: JobView) => void }) {
  const [now] = useState(() => new Date());
  return (
    <Cards>
      <VirtualItems items={jobs} itemKey={(job) => job.id} element="div">
        {(job, place) => <JobCard job={job} now={now} place={place} onOpen={() => onOpen(job)} />}
      </VirtualItems>
    </Cards>
  );
}
