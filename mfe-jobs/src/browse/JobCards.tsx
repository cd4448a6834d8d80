import { useState, type Ref } from 'react';
import type { JobView } from '@dps/contract';
import { styled } from '@dps/ui';
import { VirtualItems } from '@dps/ui/data';
import { JobCard } from './JobCard.tsx';

const Cards = styled('div')({
  '&:focus': { outline: 'none' },
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
  gap: 16,
});

interface Props {
  ref: Ref<HTMLDivElement>;
  jobs: readonly JobView[];
  /** The ids of jobs that are no longer open. */
  gone: ReadonlySet<number> | undefined;
  /** Whether there are more open jobs than `jobs`. */
  hasMore: boolean;
  onOpen: (job: JobView) => void;
}

/** A responsive grid of job cards. */
export function JobCards({ ref, jobs, gone, hasMore, onOpen }: Props) {
  const [now] = useState(() => new Date());
  return (
    <Cards ref={ref} tabIndex={-1}>
      <VirtualItems items={jobs} itemKey={(job) => job.id} hasMore={hasMore} element="div">
        {(job, place) => (
          <JobCard job={job} isGone={gone?.has(job.id)} now={now} place={place} onOpen={() => onOpen(job)} />
        )}
      </VirtualItems>
    </Cards>
  );
}
