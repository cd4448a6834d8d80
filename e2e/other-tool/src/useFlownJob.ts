import type { JobStatus, JobView } from '@dps/shared-contracts';
import { useSearchParams } from '@dps/ui/router';

const NAME = 'job';
const TO_FLY: ReadonlySet<JobStatus> = new Set(['pending', 'in-progress']);

/** Returns the jobs that still need flights, and the chosen job, whose id is in the address. */
export function useFlownJob(jobs: readonly JobView[]) {
  const [search, setSearch] = useSearchParams();
  const open = jobs.filter(({ status }) => TO_FLY.has(status));
  const chosen = open.find(({ id }) => String(id) === search.get(NAME));
  const choose = (id: string) => setSearch({ [NAME]: id }, { replace: true });
  return { open, chosen, choose };
}
