import { Suspense, useDeferredValue, useMemo, useRef } from 'react';
import { DASHBOARD_SURVEY_TYPES, type JobView } from '@dps/contract';
import { Button } from '@dps/ui';
import { EmptyState, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { jobsApi } from '../api.ts';
import { useUrlState } from '../url-state/useUrlState.ts';
import { filterJobs, offeredSurveyTypes } from '../job/filter/job.filter.ts';
import { useDialogJob } from '../job/dialog/useDialogJob.ts';
import { ConfirmEmail } from '../email/ConfirmEmail.tsx';
import { MatchLine } from '../page/MatchLine.tsx';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { BROWSE_URL, isFiltered, NO_FILTER } from './browse-url.ts';
import { BrowseFilters } from './BrowseFilters.tsx';
import { useHeldJobs } from './held-jobs.ts';
import { JobCards } from './JobCards.tsx';
import { NewJobsButton } from './NewJobsButton.tsx';

const PilotJobDialog = onDemand(
  () => import(/* webpackChunkName: "job-dialogs" */ '../job/dialog/PilotJobDialog.tsx'),
);

const refusalOf = (job: JobView | undefined) => (job ? null : texts.browse.gone);

/** All open jobs as cards, with a search, a filter and the job dialog. */
export function AvailableJobs() {
  const { data: all, error, refetch } = jobsApi.available.useQuery();
  const retry = () => void refetch();
  const { values, change, flush } = useUrlState(BROWSE_URL);
  const opened = useDialogJob(all, values.job, refusalOf, () => change({ job: null }));
  const { held, listAll } = useHeldJobs(all, opened !== null);
  const jobs = held?.jobs;
  const search = useRef<HTMLInputElement>(null);
  // Typed characters appear at once; a long list may render later.
  const { q, type } = useDeferredValue(values);
  const matching = useMemo(() => filterJobs(jobs ?? [], { search: q, surveyType: type }), [jobs, q, type]);
  const added = filterJobs(held?.added ?? [], { search: q, surveyType: type }).length;
  const cards = useRef<HTMLDivElement>(null);
  const surveyTypes = useMemo(
    () => offeredSurveyTypes(DASHBOARD_SURVEY_TYPES, jobs ?? [], values.type),
    [jobs, values.type],
  );
  const clear = () => {
    change(NO_FILTER);
    search.current?.focus();
  };
  const showAdded = () => {
    listAll();
    // The button disappears and would lose the focus.
    cards.current?.focus({ preventScroll: true });
  };
  // New jobs count when they are listed.
  const known = held && held.jobs.length - held.gone.size;
  const { title, subtitle, count, matches } = texts.browse;
  const filtered = isFiltered(values);
  const open = matching.filter(({ id }) => !held?.gone.has(id)).length;
  const matchText = known === undefined ? undefined : filtered ? matches(open, known) : count(known);
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <ConfirmEmail />
      <QueryError error={error} fallback={texts.jobsFailed} onRetry={retry} />
      <BrowseFilters
        values={values}
        surveyTypes={surveyTypes}
        searchRef={search}
        onChange={change}
        onBlur={flush}
      />
      <MatchLine text={matchText} clearable={filtered && matching.length > 0} onClear={clear} />
      <NewJobsButton count={added} onShow={showAdded} />
      {matching.length > 0 && (
        <JobCards
          ref={cards}
          jobs={matching}
          gone={held?.gone}
          onOpen={(job) => change({ job: String(job.id) })}
        />
      )}
      {!all && !error && <LoadingShape text={texts.loadingJobs} shape="cards" count={6} />}
      {held?.jobs.length === 0 && <NoOpenJobs onRefresh={retry} />}
      {held && held.jobs.length > 0 && matching.length === 0 && <NoOpenJobs onClear={clear} />}
      {opened && (
        <Suspense>
          <PilotJobDialog
            listed={opened}
            isGone={all?.every(({ id }) => id !== opened.id)}
            onClose={() => change({ job: null })}
          />
        </Suspense>
      )}
    </>
  );
}

/** The empty state: with `onClear` no open job matches the filters, with `onRefresh` there are no open jobs. */
function NoOpenJobs(props: { onClear: () => void } | { onRefresh: () => void }) {
  const none = 'onRefresh' in props;
  return (
    <EmptyState
      title={texts.browse.empty}
      {...(none && { text: texts.browse.noneText })}
      action={
        <Button variant="outlined" onClick={none ? props.onRefresh : props.onClear}>
          {none ? texts.browse.refresh : texts.clearFilters}
        </Button>
      }
    />
  );
}
