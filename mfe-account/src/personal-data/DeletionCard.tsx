import { Suspense, useState } from 'react';
import type { UnfinishedJobView } from '@dps/contract';
import { Button, ErrorNotice, styled, TextLink, Typography } from '@dps/ui';
import { Card } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { toast } from '@dps/ui/toast';
import { dataApi } from './data-api.ts';
import { texts } from '../texts/personal-data.ts';

const { deletion: t } = texts;
const DeletionDialog = onDemand(() => import('./DeletionDialog.tsx'));
const Sheet = styled(Card)({ padding: 24, '@media (max-width: 599.95px)': { padding: 16 } });
const Jobs = styled('ul')({ margin: '0 0 16px', paddingLeft: 20, overflowWrap: 'anywhere' });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

function UnfinishedJobs({ jobs, title }: { jobs: readonly UnfinishedJobView[]; title: string }) {
  if (jobs.length === 0) return null;
  return (
    <>
      <Typography id="unfinished-jobs">{title}</Typography>
      <Jobs aria-labelledby="unfinished-jobs">
        {jobs.map(({ jobId, title: name, reason }) => (
          <li key={jobId}>
            <TextLink to={`/jobs?job=${jobId}`}>{name}</TextLink>
            <span>{` – ${t.reasons[reason]}`}</span>
          </li>
        ))}
      </Jobs>
    </>
  );
}

/** The button that keeps an account whose deletion is requested. */
function KeepButton({ onKept }: { onKept: () => void }) {
  const [keep, { isLoading }] = dataApi.keepAccount.useMutation();
  const send = async () => {
    const { error } = await keep();
    toast(error ? t.keepFailed : t.kept);
    onKept();
  };
  return (
    <Button variant="contained" sx={{ marginTop: 4 }} disabled={isLoading} onClick={() => void send()}>
      {t.keep}
    </Button>
  );
}

/** The deletion of the user's account: what prevents it, its day, and the buttons to request it or to keep the account. */
export function DeletionCard({ username }: { username: string }) {
  const { data, error, refetch } = dataApi.deletion.useQuery();
  const [isOpen, setOpen] = useState(false);
  const reload = () => void refetch();
  const close = () => {
    setOpen(false);
    reload();
  };
  return (
    <Sheet role="region" aria-labelledby="deletion-section">
      <Typography variant="h2" id="deletion-section" gutterBottom>
        {t.section}
      </Typography>
      <Typography color="textSecondary" gutterBottom>
        {t.about}
      </Typography>
      {data ? (
        <>
          <Typography role="status" gutterBottom sx={{ fontWeight: 600 }}>
            {data.deletesAt === null ? null : t.scheduled(day.format(new Date(data.deletesAt)))}
          </Typography>
          <UnfinishedJobs jobs={data.unfinished} title={data.deletesAt === null ? t.first : t.waits} />
          {data.deletesAt !== null && <KeepButton onKept={reload} />}
          {data.deletesAt === null && data.unfinished.length === 0 && (
            <Button variant="outlined" color="error" sx={{ marginTop: 4 }} onClick={() => setOpen(true)}>
              {t.request}
            </Button>
          )}
        </>
      ) : error ? (
        <ErrorNotice error={error} fallback={t.loadFailed} onRetry={reload} />
      ) : (
        <LoadingShape text={t.loading} shape="fields" />
      )}
      {isOpen && (
        <Suspense>
          <DeletionDialog username={username} onClose={close} />
        </Suspense>
      )}
    </Sheet>
  );
}
