import { Suspense, useDeferredValue, useMemo, useRef } from 'react';
import { DASHBOARD_SURVEY_TYPES, type JobView } from '@dps/contract';
import { Button } from '@dps/ui';
import { EmptyState, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { useUrlState } from '../url-state/useUrlState.ts';
import { jobsApi } from '../api.ts';
import { filterJobs, offeredSurveyTypes } from '../job/filter/job.filter.ts';
import { useDialogJob } from '../job/dialog/useDialogJob.ts';
import { MatchLine } from '../page/MatchLine.tsx';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { BROWSE_URL, isFiltered, NO_FILTER } from './browse-url.ts';
import { BrowseFilters } from './BrowseFilters.tsx';
import { JobCards } from './JobCards.tsx';

const PilotJobDialog = onDemand(
  () => import(/* webpackChunkName: "job-dialogs" */ '../job/dialog/PilotJobDialog.tsx'),
);

const refusalOf = (job: JobView | undefined) => (job ? null : texts.browse.gone);

/** All open jobs as cards, with a search, a filter and the job dialog. */
export function AvailableJobs() {
  const { data: jobs, error, refetch } = jobsApi.available.useQuery();
  const { values, change, flush } = useUrlState(BROWSE_URL);
  const opened = useDialogJob({ all: jobs, first: undefined }, values.job, refusalOf, () =>
    change({ job: null }),
  );
  const search = useRef<HTMLInputElement>(null);
  // Typed characters appear at once; a long list may render later.
  const { q, type } = useDeferredValue(values);
  const matching = useMemo(() => filterJobs(jobs ?? [], { search: q, surveyType: type }), [jobs, q, type]);
  const surveyTypes = useMemo(
    () => offeredSurveyTypes(DASHBOARD_SURVEY_TYPES, jobs ?? [], values.type),
    [jobs, values.type],
  );
  const clear = () => {
    change(NO_FILTER);
    search.current?.focus();
  };
  const { title, subtitle, count, matches } = texts.browse;
  const filtered = isFiltered(values);
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <QueryError error={error} fallback={texts.jobsFailed} onRetry={refetch} />
      <BrowseFilters
        values={values}
        surveyTypes={surveyTypes}
        searchRef={search}
        onChange={change}
        onBlur={flush}
      />
      <MatchLine
        text={jobs && (filtered ? matches(matching.length, jobs.length) : count(jobs.length))}
        clearable={filtered && matching.length > 0}
        onClear={clear}
      />
      {!jobs && !error && <LoadingShape text={texts.loadingJobs} shape="cards" count={6} />}
      {jobs && matching.length > 0 && (
        <JobCards jobs={matching} onOpen={(job) => change({ job: String(job.id) })} />
      )}
      {jobs?.length === 0 && <NoOpenJobs onRefresh={() => void refetch()} />}
      {jobs && jobs.length > 0 && matching.length === 0 && <NoOpenJobs onClear={clear} />}
      {opened && (
        <Suspense>
          <PilotJobDialog listed={opened} onClose={() => change({ job: null })} />
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
