import { lazy, Suspense, useState } from 'react';
import type { JobStatus, JobView } from '@dps/contract';
import { useCurrentUser, useMyJobs } from '@dps/contract/client';
import { Button, ButtonLink, styled } from '@dps/ui';
import { Card, EmptyState, ErrorNotice, LoadingNotice, PageHeader, SelectField } from '@dps/ui/data';
import { useSearchParams } from '@dps/ui/router';
import { Checklist } from './Checklist.tsx';
import { FlightHistory } from './FlightHistory.tsx';
import { texts } from './texts.ts';

const ClearanceGuide = lazy(() => import(/* webpackChunkName: "ClearanceGuide" */ './ClearanceGuide.tsx'));

const JOB_PARAMETER = 'job';
const TO_FLY: ReadonlySet<JobStatus> = new Set(['pending', 'in-progress']);

const Part = styled(Card)({ padding: 16, marginBottom: 16 });

/** `/preflight`: a pilot's checks before takeoff. */
export default function PreflightPage() {
  const { name } = useCurrentUser();
  const { data: jobs, error, refetch } = useMyJobs();
  const [guided, setGuided] = useState(false);
  const clearances = (
    <Button variant="outlined" aria-expanded={guided} onClick={() => setGuided(!guided)}>
      {texts.clearances}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle(name)} actions={clearances} />
      {guided && (
        <Part>
          <Suspense fallback={<LoadingNotice text={texts.guide.loading} />}>
            <ClearanceGuide />
          </Suspense>
        </Part>
      )}
      {error ? (
        <ErrorNotice error={error} fallback={texts.failed} onRetry={() => void refetch()} />
      ) : (
        <Part>{jobs ? <Flight jobs={jobs} /> : <LoadingNotice text={texts.loadingJobs} />}</Part>
      )}
    </>
  );
}

/** Returns the jobs that still need flights, and the chosen job, whose id is in the address. */
function useFlownJob(jobs: readonly JobView[]) {
  const [search, setSearch] = useSearchParams();
  const open = jobs.filter(({ status }) => TO_FLY.has(status));
  const chosen = open.find(({ id }) => String(id) === search.get(JOB_PARAMETER));
  const choose = (id: string) => setSearch({ [JOB_PARAMETER]: id }, { replace: true });
  return { open, chosen, choose };
}

function Flight({ jobs }: { jobs: readonly JobView[] }) {
  const { open, chosen, choose } = useFlownJob(jobs);
  if (open.length === 0) {
    const action = (
      <ButtonLink to="/browse-jobs" variant="outlined">
        {texts.browse}
      </ButtonLink>
    );
    return <EmptyState title={texts.emptyTitle} text={texts.emptyText} action={action} />;
  }
  const options = open.map(({ id, title, location }) => ({
    value: String(id),
    label: `${title} - ${location}`,
  }));
  return (
    <>
      <SelectField
        label={texts.job}
        value={chosen ? String(chosen.id) : ''}
        onChange={choose}
        options={options}
        placeholder={texts.chooseJob}
      />
      {chosen && (
        <>
          <FlightHistory jobId={chosen.id} />
          <Checklist key={chosen.id} job={chosen} />
        </>
      )}
    </>
  );
}
