import { Suspense, useMemo, useRef } from 'react';
import { DASHBOARD_SURVEY_TYPES } from '@dps/contract';
import { Button } from '@dps/ui';
import { EmptyState, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { useLocation } from '@dps/ui/router';
import { useUrlState } from '../url-state/useUrlState.ts';
import { offeredSurveyTypes } from '../job/filter/job.filter.ts';
import { ConfirmEmail } from '../email/ConfirmEmail.tsx';
import { MatchLine } from '../page/MatchLine.tsx';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { BROWSE_URL, filterInUrl, isFiltered, NO_FILTER } from './browse-url.ts';
import { BrowseFilters } from './BrowseFilters.tsx';
import { useHeldJobs } from './held-jobs.ts';
import { JobCards } from './JobCards.tsx';
import { MoreJobs } from './MoreJobs.tsx';
import { NewJobsButton } from './NewJobsButton.tsx';
import { openJobsApi, PAGE } from './open-jobs.api.ts';
import { useOpenedJob } from './useOpenedJob.ts';

const PilotJobDialog = onDemand(
  () => import(/* webpackChunkName: "job-dialogs" */ '../job/dialog/PilotJobDialog.tsx'),
);

/** The open jobs as cards, with a search, a filter and the job dialog. The server searches, filters and counts. */
export function AvailableJobs() {
  const { values, change, flush } = useUrlState(BROWSE_URL);
  // The URL follows when the typing pauses.
  const filter = filterInUrl(useLocation().search);
  const list = openJobsApi.list.useInfiniteQuery(filter);
  const facets = openJobsApi.facets.useQuery(filter);
  const { currentData: pages, hasNextPage: hasMore } = list;
  const read = useMemo(
    () => pages && { jobs: pages.pages.flatMap((page) => page.slice(0, PAGE)), hasMore },
    [pages, hasMore],
  );
  const { opened, isGone } = useOpenedJob(read?.jobs, values.job, () => change({ job: null }));
  const { held, listAll } = useHeldJobs(filter, read, opened !== null);
  const error = list.isFetchNextPageError ? undefined : (list.error ?? facets.error);
  const jobs = !read && error ? [] : (held?.jobs ?? []);
  const search = useRef<HTMLInputElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const surveyTypes = offeredSurveyTypes(DASHBOARD_SURVEY_TYPES, facets.data?.surveyTypes ?? [], values.type);
  const retry = () => {
    void list.refetch();
    void facets.refetch();
  };
  const clear = () => {
    change(NO_FILTER);
    flush();
    search.current?.focus();
  };
  const showAdded = () => {
    listAll();
    // The button disappears and would lose the focus.
    cards.current?.focus({ preventScroll: true });
  };
  const { title, subtitle, count } = texts.browse;
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
      <MatchLine
        text={facets.currentData && count(facets.currentData)}
        clearable={isFiltered(values) && jobs.length > 0}
        onClear={clear}
      />
      <NewJobsButton count={held?.added ?? 0} onShow={showAdded} />
      {jobs.length > 0 && (
        <JobCards
          ref={cards}
          jobs={jobs}
          gone={held?.gone}
          hasMore={hasMore}
          onOpen={(job) => change({ job: String(job.id) })}
        />
      )}
      <MoreJobs list={list} />
      {!held && !error && <LoadingShape text={texts.loadingJobs} shape="cards" count={6} />}
      {read && jobs.length === 0 && <NoOpenJobs {...(filter ? { onClear: clear } : { onRefresh: retry })} />}
      {opened && (
        <Suspense>
          <PilotJobDialog listed={opened} isGone={isGone} onClose={() => change({ job: null })} />
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
