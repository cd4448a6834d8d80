import {
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  useEffect,
  useEffectEvent,
} from 'react';
import { JOBS_PAGE_SURVEY_TYPES, type JobView } from '@dps/contract';
import { useCurrentUser, useMyJobs } from '@dps/contract/client';
import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { useUrlState } from '../url-state/useUrlState.ts';
import { ClientJobsTable } from '../job/table/ClientJobsTable.tsx';
import { filterJobs, offeredSurveyTypes } from '../job/filter/job.filter.ts';
import { PilotJobsTable } from '../job/table/PilotJobsTable.tsx';
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
import { toast } from '@dps/ui/toast';

/**
 * Returns whether the form of a new job is open: the URL opens it, and the user is a client. Other users see a toast.
 *
 * @param requested whether the URL opens the form
 * @param leave removes the form from the URL
 */
function useOnlyClientsPost(client: boolean, requested: boolean, leave: () => void): boolean {
  const refuse = useEffectEvent(() => {
    toast(texts.toasts.onlyClientsPost);
    leave();
  });
  const refused = requested && !client;
  useEffect(() => {
    if (refused) refuse();
  }, [refused]);
  return requested && client;
}

const Inset = styled('div')({ padding: '16px 16px 0' });
const Notice = styled(Typography)({ paddingBottom: 16 });

function MyJobsTable(props: Omit<ComponentProps<typeof PilotJobsTable>, 'columns'>) {
  return <PilotJobsTable {...props} columns={jobsPageColumns} />;
}

const VARIANTS = {
  pilot: { title: texts.jobs.pilotTitle, subtitle: texts.jobs.pilotSubtitle, Table: MyJobsTable },
  client: { title: texts.jobs.clientTitle, subtitle: texts.jobs.clientSubtitle, Table: ClientJobsTable },
};

/** All jobs of the signed-in user, with filters and the job dialog. Clients also post and edit jobs here. */
export default function JobsPage() {
  const client = useCurrentUser().role === 'client';
  const { data: jobs, error, refetch } = useMyJobs();
  const address = useUrlState(JOBS_URL);
  const { values, change, flush } = address;
  const dialogs = useJobDialogs(jobs, address);
  const creating = useOnlyClientsPost(client, values.new, () => change({ new: false }));
  const search = useRef<HTMLInputElement>(null);
  // Typed characters appear at once; a long list may render later.
  const deferred = useDeferredValue(values);
  const rows = useMemo(() => jobs && filterJobs(jobs, toJobFilter(deferred)), [jobs, deferred]);
  const surveyTypes = useMemo(
    () =>
      offeredSurveyTypes(
        JOBS_PAGE_SURVEY_TYPES,
        (jobs ?? []).map(({ surveyType }) => surveyType),
        values.type,
      ),
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
      <QueryError error={error} fallback={texts.jobsFailed} onRetry={refetch} />
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
              text={jobs && rows && texts.jobs.matches(rows.length, jobs.length)}
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
