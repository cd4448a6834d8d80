import type { JobView } from '@dps/contract';
import { Literal } from '@dps/ui/literal';
import { texts } from '../texts.ts';
import { About } from './table/JobName.tsx';

/** The client of a job; of an open job, also how many jobs the client has posted and paid. */
export function ClientName({ job: { client, clientJobs } }: { job: Pick<JobView, 'client' | 'clientJobs'> }) {
  return (
    <>
      <Literal>{client.name}</Literal>
      {clientJobs && <About>{texts.browse.clientJobs(clientJobs)}</About>}
    </>
  );
}
