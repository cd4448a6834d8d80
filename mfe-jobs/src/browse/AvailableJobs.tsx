import { Suspense, useMemo, useRef } from 'react';
import { DASHBOARD_SURVEY_TYPES } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { Button, styled, TOP_BAR_HEIGHT } from '@dps/ui';
import { EmptyState, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { useLocation } from '@dps/ui/router';
import { useUrlState } from '../url-state/useUrlState.ts';
import { offeredSurveyTypes } from '../job/filter/job.filter.ts';
import { ConfirmEmail } from '../email/ConfirmEmail.tsx';
import { LoadMore } from '../page/LoadMore.tsx';
import { MatchLine } from '../page/MatchLine.tsx';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { BROWSE_URL, isFiltered, NO_FILTER, queryInUrl, withBase } from './browse-url.ts';
import { BrowseFilters } from './BrowseFilters.tsx';
import { useHeldJobs } from './held-jobs.ts';
import { JobCards } from './JobCards.tsx';
import { openJobsApi, PAGE } from './open-jobs.api.ts';
import { useOpenedJob } from './useOpenedJob.ts';

/** Takes no height, so that the list does not move, and stays visible below the top bar while the user scrolls. */
const NewJobsPlace = styled('div')({
  position: 'sticky',
  top: TOP_BAR_HEIGHT + 24,
  zIndex: 1,
  display: 'flex',
  justifyContent: 'center',
  height: 0,
  '& > button': { flexShrink: 0, transform: 'translateY(-50%)' },
});

/** The button that lists new jobs, at the upper edge of the list. Screen readers announce it when it appears. */
function NewJobsButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <NewJobsPlace role="status">
      {count > 0 && (
        <Button size="small" variant="contained" onClick={onShow}>
          {texts.browse.showNew(count)}
        </Button>
      )}
    </NewJobsPlace>
  );
}

const EndOfList = styled('div')({ marginTop: 24 });

/** The end of the list, which loads the next page. Renders nothing after the last page. */
function MoreJobs({ list }: { list: ReturnType<typeof openJobsApi.list.useInfiniteQuery> }) {
  const { error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  if (!hasNextPage) return null;
  return (
    <EndOfList>
      <LoadMore
        isReady={!error && !isFetching}
        label={isFetchingNextPage ? texts.loadingJobs : texts.browse.more}
        isBusy={isFetching}
        error={isFetchNextPageError ? error : undefined}
        fallback={texts.jobsFailed}
        onMore={() => void fetchNextPage()}
      />
    </EndOfList>
  );
}

const PilotJobDialog = onDemand(
  () => import(/* webpackChunkName: "job-dialogs" */ '../job/dialog/PilotJobDialog.tsx'),
);

/** The open jobs as cards, with a search, a filter and the job dialog. The server searches, filters and counts. */
export function AvailableJobs() {
  const { base = null } = useCurrentUser();
  const { values: inUrl, change, flush } = useUrlState(BROWSE_URL);
  const values = withBase(inUrl, base);
  // The URL follows when the typing pauses.
  const query = queryInUrl(useLocation().search, base);
  const { filter } = query;
  const list = openJobsApi.list.useInfiniteQuery(query);
  const facets = openJobsApi.facets.useQuery(filter);
  const { currentData: pages, hasNextPage: hasMore } = list;
  const read = useMemo(
    () => pages && { jobs: pages.pages.flatMap((page) => page.slice(0, PAGE)), hasMore },
    [pages, hasMore],
  );
  const { opened, isGone } = useOpenedJob(read?.jobs, values.job, () => change({ job: null }));
  const { held, listAll } = useHeldJobs(query, read, opened !== null);
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
        hasBase={base !== null}
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
