import { Suspense, useState } from 'react';
import type { ReleaseOverview } from '@dps/contract';
import { Alert } from '@dps/ui';
import { ErrorNotice, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { isRefusal, useOverview } from './api.ts';
import { HealthSection } from './health/HealthSection.tsx';
import { HistoryTable } from './history/HistoryTable.tsx';
import { NotFound } from './NotFound.tsx';
import { PartsTable } from './parts/PartsTable.tsx';
import { servedNotes } from './parts/served.ts';
import { texts } from './texts.ts';
import { UsesSection } from './uses/UsesSection.tsx';

const RollbackDialog = onDemand(() => import('./rollback/RollbackDialog.tsx'));

/** `/releases`: the releases of all users, their health, history and dependencies, and rollback. */
export default function ReleasesPage() {
  const { data, error, refetch } = useOverview();
  if (isRefusal(error)) return <NotFound />;
  return (
    <>
      <PageHeader title={texts.title} subtitle={data ? texts.subtitle(data.revision) : texts.loading} />
      {error && (
        <ErrorNotice
          error={error}
          fallback={data ? texts.outdated : texts.failed}
          onRetry={() => void refetch()}
        />
      )}
      {data ? <Overview overview={data} /> : !error && <LoadingShape text={texts.loading} shape="cards" />}
    </>
  );
}

function Overview({ overview }: { overview: ReleaseOverview }) {
  const { revision, parts, history, uses, served, problems } = overview;
  const [opened, setOpened] = useState<string | null>(null);
  const chosen = parts.find(({ name }) => name === opened);
  return (
    <>
      {problems.map((problem) => (
        <Alert key={problem} severity="error" sx={{ mb: 2 }}>
          {`${texts.problem}: ${problem}`}
        </Alert>
      ))}
      {servedNotes(served, revision).map((note) => (
        <Alert key={note} severity="warning" sx={{ mb: 2 }}>
          {note}
        </Alert>
      ))}
      <PartsTable parts={parts} onRollBack={({ name }) => setOpened(name)} />
      <HealthSection parts={parts} />
      <UsesSection uses={uses} parts={parts} />
      <HistoryTable history={history} />
      {chosen && (
        <Suspense fallback={null}>
          <RollbackDialog part={chosen} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
