import { useDeferredValue, useMemo, useRef } from 'react';
import { DASHBOARD_SURVEY_TYPES, type JobView } from '@dps/shared-contracts';
import { Button } from '@dps/ui';
import { EmptyState, LoadingNotice, PageHeader } from '@dps/ui/data';
import { useUrlState } from '../url-state/useUrlState.ts';
import { jobsApi } from '../api.ts';
import { filterJobs, offeredSurveyTypes } from '../job/filter/job.filter.ts';
import { PilotJobDialog } from '../job/dialog/PilotJobDialog.tsx';
import { useDialogJob } from '../job/dialog/useDialogJob.ts';
import { MatchLine } from '../page/MatchLine.tsx';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { BROWSE_URL, isFiltered, NO_FILTER } from './browse-url.ts';
import { BrowseFilters } from './BrowseFilters.tsx';
import { JobCards } from './JobCards.tsx';

const refusalOf = (job: JobView | undefined) => (job ? null : texts.browse.gone);

/** Every open job as a card, to search, to filter, to open. */
export function AvailableJobs() {
  const { data: jobs, error, refetch } = jobsApi.available.useQuery();
  const { values, change, settle } = useUrlState(BROWSE_URL);
  const opened = useDialogJob(jobs, values.job, refusalOf, () => change({ job: null }));
  const search = useRef<HTMLInputElement>(null);
  // The letters appear at once; a long list follows when there is time.
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
        onLeave={settle}
      />
      <MatchLine
        text={jobs && (filtered ? matches(matching.length, jobs.length) : count(jobs.length))}
        clearable={filtered && matching.length > 0}
        onClear={clear}
      />
      {!jobs && !error && <LoadingNotice text={texts.loadingJobs} />}
      {jobs && matching.length > 0 && (
        <JobCards jobs={matching} onOpen={(job) => change({ job: String(job.id) })} />
      )}
      {jobs?.length === 0 && <NoOpenJobs onLookAgain={() => void refetch()} />}
      {jobs && jobs.length > 0 && matching.length === 0 && <NoOpenJobs onClear={clear} />}
      {opened && <PilotJobDialog listed={opened} onClose={() => change({ job: null })} />}
    </>
  );
}

/** The empty state: with `onClear` no open job matches the filters, with `onLookAgain` there are no open jobs. */
function NoOpenJobs(props: { onClear: () => void } | { onLookAgain: () => void }) {
  const none = 'onLookAgain' in props;
  return (
    <EmptyState
      title={texts.browse.empty}
      {...(none && { text: texts.browse.noneText })}
      action={
        <Button variant="outlined" onClick={none ? props.onLookAgain : props.onClear}>
          {none ? texts.browse.lookAgain : texts.clearFilters}
        </Button>
      }
    />
  );
}
