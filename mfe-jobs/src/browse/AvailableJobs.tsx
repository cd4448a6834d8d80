import { Suspense, useDeferredValue, useMemo, useRef } from 'react';
import { DASHBOARD_SURVEY_TYPES, type JobView } from '@dps/contract';
import { Button } from '@dps/ui';
import { EmptyState, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { useUrlState } from '../url-state/useUrlState.ts';
import { filterJobs, offeredSurveyTypes } from '../job/filter/job.filter.ts';
import { useDialogJob } from '../job/dialog/useDialogJob.ts';
import { MatchLine } from '../page/MatchLine.tsx';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { BROWSE_URL, isFiltered, NO_FILTER } from './browse-url.ts';
import { BrowseFilters } from './BrowseFilters.tsx';
import { JobCards } from './JobCards.tsx';
import { useOpenJobs } from './useOpenJobs.ts';

const PilotJobDialog = onDemand(
  () => import(/* webpackChunkName: "job-dialogs" */ '../job/dialog/PilotJobDialog.tsx'),
);

const refusalOf = (job: JobView | undefined) => (job ? null : texts.browse.gone);

/** All open jobs as cards, with a search, a filter and the job dialog. */
export function AvailableJobs() {
  const list = useOpenJobs();
  const { all, error } = list;
  const jobs = all ?? list.first;
  const { values, change, flush } = useUrlState(BROWSE_URL);
  const opened = useDialogJob(list, values.job, refusalOf, () => change({ job: null }));
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
  const matchText = filtered
    ? all && matches(matching.length, all.length)
    : list.count !== undefined && count(list.count);
  // Without a match among the first jobs, the other jobs may match.
  const loads = !all && !error;
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <QueryError error={error} fallback={texts.jobsFailed} onRetry={list.refetch} />
      <BrowseFilters
        values={values}
        surveyTypes={surveyTypes}
        searchRef={search}
        onChange={change}
        onBlur={flush}
      />
      <MatchLine text={matchText || undefined} clearable={filtered && matching.length > 0} onClear={clear} />
      {matching.length > 0 && <JobCards jobs={matching} onOpen={(job) => change({ job: String(job.id) })} />}
      {loads && (
        <LoadingShape
          text={matching.length > 0 ? texts.loadingMore : texts.loadingJobs}
          shape="cards"
          count={6}
        />
      )}
      {all?.length === 0 && <NoOpenJobs onRefresh={list.refetch} />}
      {all && all.length > 0 && matching.length === 0 && <NoOpenJobs onClear={clear} />}
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
