import { Suspense, useState, useEffect } from 'react';
import { formatInstant, type ReleaseOverview, type ReleaseChange } from '@dps/contract';
import { Alert, styled, ButtonLink, ContourLines, Typography } from '@dps/ui';
import { ErrorNotice, PageHeader, DataTable, EmptyState, type Column } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { isRefusal, useOverview } from './api.ts';
import { HealthSection } from './health/HealthSection.tsx';
import { PartsTable } from './parts/PartsTable.tsx';
import { servedNotes } from './parts/served.ts';
import { texts } from './texts.ts';
import { UsesSection } from './uses/UsesSection.tsx';
import { Section } from './section-parts.tsx';

const Change = styled('bdi')({ overflowWrap: 'anywhere' });
// Wide enough for the date, so that only the time wraps.
const Time = styled('time')({ display: 'block', minWidth: '6.5rem' });

const { history: names } = texts;
const COLUMNS: readonly Column<ReleaseChange>[] = [
  { key: 'change', header: names.change, cell: ({ summary }) => <Change>{summary}</Change>, primary: true },
  { key: 'by', header: names.by, cell: ({ by }) => <bdi>{by}</bdi> },
  { key: 'team', header: names.team, cell: ({ owner = texts.parts.none }) => <bdi>{owner}</bdi> },
  {
    key: 'at',
    header: names.at,
    cell: ({ at }) => <Time dateTime={at}>{formatInstant(at)}</Time>,
  },
  { key: 'key', header: names.key, cell: ({ key = texts.parts.none }) => key.slice(0, 8), mono: true },
  { key: 'revision', header: names.revision, cell: ({ revision }) => revision, align: 'right', mono: true },
];

/** The last changes of the registry: who, when and why. */
function HistoryTable({ history }: { history: readonly ReleaseChange[] }) {
  return (
    <Section title={names.title}>
      <DataTable
        label={names.title}
        columns={COLUMNS}
        rows={history}
        rowKey={({ revision }) => revision}
        empty={<EmptyState title={names.empty} />}
      />
    </Section>
  );
}

const Root = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  maxWidth: 560,
  isolation: 'isolate',
  margin: 'auto',
  padding: '96px 16px',
  textAlign: 'center',
  '& > a': { marginTop: 16 },
});
const Ornament = styled('div')({
  position: 'absolute',
  inset: 0,
  zIndex: -1,
  maskImage: 'radial-gradient(closest-side, rgb(0 0 0 / 0.25), rgb(0 0 0 / 0.9) 70%, transparent)',
});

/** Replaces the title of the route in the title of the document, which the shell sets. */
function useNotFoundTitle(): void {
  useEffect(() => {
    const replace = (one: string, other: string) => {
      document.title = document.title.replace(one, other);
    };
    // The effect of the shell runs after the effects of the page.
    queueMicrotask(() => replace(texts.title, texts.notFound.title));
    return () => replace(texts.notFound.title, texts.title);
  }, []);
}

/** The product's page for unknown addresses, for users whom the deployment does not name. */
function NotFound() {
  useNotFoundTitle();
  return (
    <Root>
      <Ornament>
        <ContourLines />
      </Ornament>
      <Typography variant="h1" tabIndex={-1}>
        {texts.notFound.title}
      </Typography>
      <Typography color="textSecondary">{texts.notFound.text}</Typography>
      <ButtonLink to="/" variant="contained">
        {texts.notFound.home}
      </ButtonLink>
    </Root>
  );
}

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
