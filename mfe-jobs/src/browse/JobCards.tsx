import { useState } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { styled } from '@dps/shared-contracts/ui';
import { JobCard } from './JobCard.tsx';

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
  gap: 16,
});

/** Open jobs as cards, as many beside each other as there is room for. */
export function JobCards({ jobs, onOpen }: { jobs: readonly JobView[]; onOpen: (job: JobView) => void }) {
  const [now] = useState(() => new Date());
  return (
    <Cards>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} now={now} onOpen={() => onOpen(job)} />
      ))}
    </Cards>
  );
}
