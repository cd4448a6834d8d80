import { Suspense, useRef, type Ref } from 'react';
import { Button, FONT_SIZES, Icon, icons, styled, TextLink } from '@dps/ui';
import { PageHeader, StatCard, StatGrid } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { useUrlState } from '../../url-state/useUrlState.ts';
import { EditJob } from '../../job-form/JobFormDialogs.tsx';
import { ClientJobsTable } from '../../job/table/ClientJobsTable.tsx';
import { NoJobsOfClient } from '../../job/table/NoJobs.tsx';
import { useJobDialogs } from '../../job/dialog/useJobDialogs.ts';
import { ConfirmEmail } from '../../email/ConfirmEmail.tsx';
import { QueryError } from '../../page/QueryError.tsx';
import { Section } from '../../page/Section.tsx';
import { texts } from '../../texts.ts';
import { CLIENT_DASHBOARD_URL } from '../dashboard-url.ts';
import { ClientSteps } from '../first-steps/NewUserSteps.tsx';
import { useDashboardList } from '../useDashboardList.tsx';
import { formatCents } from '@dps/contract';
import { Sourced } from '@dps/ui/sourced';
import type { JobTotals } from '../../job/job-totals.ts';
import { clientStats } from '../figures.ts';

const ToPayments = styled(TextLink)({ display: 'inline-block', fontSize: FONT_SIZES.xs, lineHeight: 2 });

/** The three figures of the client dashboard; a dash while the jobs load. */
function ClientFigures({ totals }: { totals: JobTotals | undefined }) {
  const figures = totals && clientStats(totals);
  const { clientDashboard: labels, notYetKnown } = texts;
  return (
    <StatGrid>
      <StatCard
        label={labels.active}
        hint={labels.activeHint}
        value={
          <Sourced
            value={String(figures?.active ?? notYetKnown)}
            source={figures?.inReview ? labels.inReview(figures.inReview) : []}
          />
        }
      />
      <StatCard
        label={labels.completed}
        hint={labels.completedHint}
        value={
          <Sourced
            value={String(figures?.completed ?? notYetKnown)}
            source={figures?.paid ? labels.paid(figures.paid) : []}
          />
        }
      />
      <StatCard
        label={labels.invested}
        hint={labels.investedHint}
        tone={figures && figures.invested > 0 ? 'money' : 'default'}
        value={
          <>
            <Sourced
              value={figures ? formatCents(figures.invested) : notYetKnown}
              source={labels.investedSource}
            />
            <ToPayments to="/payments">{labels.viewPayments}</ToPayments>
          </>
        }
      />
    </StatGrid>
  );
}

// Forms and schemas are as large as the rest of the dashboard, and the form is below the fold.
const CreateJobForm = onDemand(
  () => import(/* webpackChunkName: "job-form" */ '../../job-form/CreateJobForm.tsx'),
);

const Below = styled('div')({ marginTop: 24 });
// The browser lays out the form when it comes near the window.
const FormPlace = styled('div')({
  padding: '0 16px 16px',
  minHeight: 440,
  contentVisibility: 'auto',
  containIntrinsicHeight: 'auto 440px',
});

function CreateJob({ ref }: { ref: Ref<HTMLDivElement> }) {
  return (
    <Section title={texts.createJob.title} ref={ref}>
      <FormPlace>
        <Suspense fallback={<LoadingShape text={texts.loading} shape="fields" count={5} />}>
          <CreateJobForm />
        </Suspense>
      </FormPlace>
    </Section>
  );
}

/** The client's figures and jobs, and the form that posts a job. */
export function ClientDashboard() {
  const list = useDashboardList('client');
  const { rows, error } = list;
  const dialogs = useJobDialogs(list.jobs, useUrlState(CLIENT_DASHBOARD_URL));
  const form = useRef<HTMLDivElement>(null);
  const goToForm = () => {
    form.current?.scrollIntoView({ block: 'start' });
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  };
  const { title, subtitle, createNew, postedJobs, emptyTitle } = texts.clientDashboard;
  const createButton = (
    <Button variant="contained" color="accent" startIcon={<Icon path={icons.plus} />} onClick={goToForm}>
      {createNew}
    </Button>
  );
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} actions={createButton} />
      <ClientFigures totals={list.totals} />
      <ClientSteps list={list} onPost={goToForm} />
      <QueryError error={error} fallback={texts.jobsFailed} onRetry={list.refetch} />
      {(rows || !error) && (
        <Section title={postedJobs} actions={list.sorting}>
          <ClientJobsTable
            label={postedJobs}
            jobs={rows}
            headings={list.headings}
            empty={<NoJobsOfClient title={emptyTitle} onCreate={goToForm} />}
            viewed={dialogs.viewed}
            onView={dialogs.view}
            onEdit={dialogs.edit}
          />
          {list.foot}
        </Section>
      )}
      <Below>
        <ConfirmEmail />
        <CreateJob ref={form} />
      </Below>
      {dialogs.edited && <EditJob job={dialogs.edited} onClose={() => dialogs.edit(null)} />}
    </>
  );
}
