import { lazy, Suspense, useRef } from 'react';
import { useMyJobs } from '@dps/shared-contracts/client';
import { Button, Icon, icons, styled } from '@dps/shared-contracts/ui';
import { EmptyState, ErrorNotice, LoadingNotice, PageHeader } from '@dps/shared-contracts/ui/data';
import { dashboardForm } from '../../create-job/job-form.variant.ts';
import { ClientJobsTable } from '../../job/ClientJobsTable.tsx';
import { Section } from '../../page/Section.tsx';
import { texts } from '../../texts.ts';
import { ClientFigures } from './ClientFigures.tsx';

// Forms and schemas weigh as much as the rest of the dashboard, and the form is below what people look at first.
const CreateJobForm = lazy(() => import('../../create-job/CreateJobForm.tsx'));

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 24 });
const FormPlace = styled('div')({ padding: '0 16px 16px', minHeight: 480 });

/** What a client sees first: their figures, their jobs, and the form for the next one. */
export function ClientDashboard() {
  const jobs = useMyJobs();
  const form = useRef<HTMLDivElement>(null);
  const goToForm = () => {
    form.current?.scrollIntoView({ block: 'start' });
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  };
  const { title, subtitle, createNew, postedJobs, emptyTitle, emptyText } = texts.clientDashboard;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          <Button
            variant="contained"
            color="accent"
            startIcon={<Icon path={icons.plus} />}
            onClick={goToForm}
          >
            {createNew}
          </Button>
        }
      />
      <ClientFigures jobs={jobs.data} />
      <Parts>
        {jobs.error ? (
          <ErrorNotice error={jobs.error} fallback={texts.jobsFailed} onRetry={() => void jobs.refetch()} />
        ) : (
          <Section title={postedJobs}>
            <ClientJobsTable
              label={postedJobs}
              jobs={jobs.data ?? []}
              loading={jobs.data === undefined}
              empty={<EmptyState title={emptyTitle} text={emptyText} />}
            />
          </Section>
        )}
        <Section title={texts.createJob.title} ref={form}>
          <FormPlace>
            <Suspense fallback={<LoadingNotice text={texts.loading} />}>
              <CreateJobForm variant={dashboardForm} />
            </Suspense>
          </FormPlace>
        </Section>
      </Parts>
    </>
  );
}
