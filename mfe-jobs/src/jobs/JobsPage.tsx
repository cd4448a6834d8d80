import { useDeferredValue, useMemo, useRef, useState, type ComponentProps } from 'react';
import { JOBS_PAGE_SURVEY_TYPES, type JobSummaryQuery, type JobView } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { LoadingShape } from '@dps/ui/loading-shape';
import { PageHeader } from '@dps/ui/data';
import { useUrlState } from '../url-state/useUrlState.ts';
import { ClientJobsTable } from '../job/table/ClientJobsTable.tsx';
import { filterJobs, offeredSurveyTypes } from '../job/filter/job.filter.ts';
import { PilotJobsTable } from '../job/table/PilotJobsTable.tsx';
import { sumOf } from '../job/list/job-totals.ts';
import { useListedJobs, type ListedJobs } from '../job/list/useListedJobs.ts';
import { useJobDialogs } from '../job/dialog/useJobDialogs.ts';
import { CreateJob, EditJob } from '../job-form/JobFormDialogs.tsx';
import { ConfirmEmail } from '../email/ConfirmEmail.tsx';
import { MatchLine } from '../page/MatchLine.tsx';
import { Panel } from '../page/Section.tsx';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { JobFilters } from './JobFilters.tsx';
import { isFiltered, toJobFilter, JOBS_URL, NO_FILTER } from './jobs-url.ts';
import { NoJobsOfClient, NoJobsOfPilot, NoMatch } from '../job/table/NoJobs.tsx';
import { jobsPageColumns } from './jobs-page-columns.tsx';
import { useOnlyClientsPost } from './useOnlyClientsPost.ts';

const Inset = styled('div')({ padding: '16px 16px 0' });
const Notice = styled(Typography)({ paddingBottom: 16 });

function MyJobsTable(props: Omit<ComponentProps<typeof PilotJobsTable>, 'columns'>) {
  return <PilotJobsTable {...props} columns={jobsPageColumns} />;
}

const VARIANTS = {
  pilot: { title: texts.jobs.pilotTitle, subtitle: texts.jobs.pilotSubtitle, Table: MyJobsTable },
  client: { title: texts.jobs.clientTitle, subtitle: texts.jobs.clientSubtitle, Table: ClientJobsTable },
};

const NEWEST: JobSummaryQuery = { order: 'newest' };

/** The number of matches; undefined while it is not known. */
function matchText(
  { all, totals }: ListedJobs,
  matching: readonly JobView[] | undefined,
  filtered: boolean,
): string | undefined {
  if (!totals || !matching || (filtered && !all)) return undefined;
  const { count } = sumOf(totals);
  return texts.jobs.matches(all ? matching.length : count, count);
}

/** All jobs of the signed-in user, with filters and the job dialog. Clients also post and edit jobs here. */
export default function JobsPage() {
  const client = useCurrentUser().role === 'client';
  const list = useListedJobs(NEWEST);
  const { all, error } = list;
  const jobs = all ?? list.first;
  const address = useUrlState(JOBS_URL);
  const { values, change, flush } = address;
  const dialogs = useJobDialogs(list, address);
  const creating = useOnlyClientsPost(client, values.new, () => change({ new: false }));
  const search = useRef<HTMLInputElement>(null);
  // Typed characters appear at once; a long list may render later.
  const deferred = useDeferredValue(values);
  const matching = useMemo(() => jobs && filterJobs(jobs, toJobFilter(deferred)), [jobs, deferred]);
  // Without a match among the first jobs, the other jobs may match.
  const rows = all || matching?.length ? matching : undefined;
  const surveyTypes = useMemo(
    () => offeredSurveyTypes(JOBS_PAGE_SURVEY_TYPES, jobs ?? [], values.type),
    [jobs, values.type],
  );
  const create = () => change({ new: true });
  const [posted, setPosted] = useState<JobView | null>(null);
  const hidden = posted && filterJobs([posted], toJobFilter(values)).length === 0 ? posted : null;
  const clear = () => {
    change(NO_FILTER);
    search.current?.focus();
  };
  const { title, subtitle, Table } = VARIANTS[client ? 'client' : 'pilot'];
  const noJobs = client ? (
    <NoJobsOfClient title={texts.noMatch} onCreate={create} />
  ) : (
    <NoJobsOfPilot title={texts.noMatch} />
  );
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} actions={client && <CreateButton onClick={create} />} />
      {client && <ConfirmEmail />}
      <QueryError error={error} fallback={texts.jobsFailed} onRetry={list.refetch} />
      {(jobs || !error) && (
        <Panel>
          <Inset>
            <JobFilters
              values={values}
              surveyTypes={surveyTypes}
              searchRef={search}
              onChange={change}
              onBlur={flush}
            />
            <MatchLine
              text={matchText(list, matching, isFiltered(deferred))}
              clearable={isFiltered(values) && rows !== undefined && rows.length > 0}
              onClear={clear}
            />
            <div role="status">{hidden && <Notice>{texts.jobs.hidden(hidden.title)}</Notice>}</div>
          </Inset>
          <Table
            label={title}
            jobs={rows}
            empty={jobs?.length === 0 ? noJobs : <NoMatch onClear={clear} />}
            viewed={dialogs.viewed}
            onView={dialogs.view}
            onEdit={dialogs.edit}
          />
          {list.first && rows && <LoadingShape text={texts.loadingMore} shape="rows" count={2} inset />}
        </Panel>
      )}
      {creating && <CreateJob onClose={() => change({ new: false })} onPosted={setPosted} />}
      {dialogs.edited && <EditJob job={dialogs.edited} onClose={() => dialogs.edit(null)} />}
    </>
  );
}

function CreateButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="contained" color="accent" startIcon={<Icon path={icons.plus} />} onClick={onClick}>
      {texts.jobs.create}
    </Button>
  );
}
