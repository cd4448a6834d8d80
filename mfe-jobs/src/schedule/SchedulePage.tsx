import { Suspense } from 'react';
import { localDay } from '@dps/contract';
import { useCurrentUser, useMyJobs } from '@dps/contract/client';
import { Button, ButtonLink, Icon, icons } from '@dps/ui';
import { EmptyState, Modal, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { useUrlState } from '../url-state/useUrlState.ts';
import { QueryError } from '../page/QueryError.tsx';
import { Section } from '../page/Section.tsx';
import { texts } from '../texts.ts';
import { CalendarDialog } from './CalendarDialog.tsx';
import { scheduleUrl, useToday } from './schedule.ts';
import { upcomingJobs } from './upcoming-jobs.ts';
import { UpcomingJobs } from './UpcomingJobs.tsx';

const Feed = onDemand(() => import('./feed/Feed.tsx'));

function NothingUpcoming({ client }: { client: boolean }) {
  const labels = texts.schedule;
  return (
    <EmptyState
      title={labels.emptyTitle}
      text={client ? labels.clientEmpty : labels.pilotEmpty}
      action={
        <ButtonLink to={client ? '/jobs?new=1' : '/browse-jobs'} variant="outlined">
          {client ? labels.createJob : labels.browse}
        </ButtonLink>
      }
    />
  );
}

/** The user's jobs from today on by deadline, a calendar of months, and the calendar feed. */
export default function SchedulePage() {
  const { role } = useCurrentUser();
  const now = useToday();
  const { data: jobs, error, refetch } = useMyJobs();
  const { values, change } = useUrlState(scheduleUrl);
  const upcoming = upcomingJobs(jobs ?? [], now);
  const label = role === 'client' ? texts.schedule.clientLabel : texts.schedule.pilotLabel;
  return (
    <>
      <PageHeader
        title={texts.schedule.title}
        subtitle={texts.schedule.subtitle}
        actions={
          <>
            <Button
              variant="outlined"
              startIcon={<Icon path={icons.calendar} />}
              disabled={!jobs}
              onClick={() => change({ calendar: localDay(now) })}
            >
              {texts.schedule.calendar}
            </Button>
            <Button onClick={() => change({ feed: true })}>{texts.schedule.feed}</Button>
          </>
        }
      />
      <QueryError error={error} fallback={texts.jobsFailed} onRetry={refetch} />
      <Section title={texts.schedule.upcoming}>
        {!jobs && !error && <LoadingShape text={texts.loadingJobs} shape="rows" count={4} inset />}
        {jobs && upcoming.length === 0 && <NothingUpcoming client={role === 'client'} />}
        {upcoming.length > 0 && <UpcomingJobs jobs={upcoming} label={label} />}
      </Section>
      {values.feed && (
        <Modal title={texts.schedule.feed} onClose={() => change({ feed: false })}>
          <Suspense fallback={<LoadingShape text={texts.loading} shape="fields" count={1} />}>
            <Feed />
          </Suspense>
        </Modal>
      )}
      {values.calendar !== null && jobs && (
        <CalendarDialog
          jobs={jobs}
          now={now}
          chosen={values.calendar}
          label={label}
          onChoose={(day) => change({ calendar: day })}
          onClose={() => change({ calendar: null })}
        />
      )}
    </>
  );
}
