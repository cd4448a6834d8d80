import { lazy, Suspense, useState } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { useCurrentUser, useMyJobs } from '@dps/shared-contracts/client';
import { Button, ButtonLink, styled } from '@dps/ui';
import { Card, EmptyState, ErrorNotice, LoadingNotice, PageHeader, SelectField } from '@dps/ui/data';
import { Checklist } from './Checklist.tsx';
import { FlightHistory } from './FlightHistory.tsx';
import { texts } from './texts.ts';
import { useFlownJob } from './useFlownJob.ts';

const ClearanceGuide = lazy(() => import(/* webpackChunkName: "ClearanceGuide" */ './ClearanceGuide.tsx'));

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
