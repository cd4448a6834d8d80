import { useState } from 'react';
import { JOB_STATUSES, type JobView } from '@dps/shared-contracts';
import { useCurrentUser, useMyJobs } from '@dps/shared-contracts/client';
import { Button, Icon, icons, styled, TextField } from '@dps/shared-contracts/ui';
import { EmptyState, PageHeader } from '@dps/shared-contracts/ui/data';
import { ClientJobsTable } from '../job/ClientJobsTable.tsx';
import { ALL, filterJobs } from '../job/job.filter.ts';
import { PilotJobsTable } from '../job/PilotJobsTable.tsx';
import { StatusFilter, type StatusChoice } from '../job/StatusFilter.tsx';
import { CreateJob, EditJob } from '../job-form/JobFormDialogs.tsx';
import { Panel } from '../page/Panel.ts';
import { QueryError } from '../page/QueryError.tsx';
import { Toolbar } from '../page/Toolbar.ts';
import { texts } from '../texts.ts';
import { useJobInAddress } from './useJobInAddress.ts';

const Filters = styled('div')({ padding: 16 });

const WORDS = {
  pilot: { title: texts.jobs.pilotTitle, subtitle: texts.jobs.pilotSubtitle, Table: PilotJobsTable },
  client: { title: texts.jobs.clientTitle, subtitle: texts.jobs.clientSubtitle, Table: ClientJobsTable },
};

/** All jobs of the signed-in user, to search and to filter, one of them in full; clients also post new ones. */
export default function JobsPage() {
  const client = useCurrentUser().role === 'client';
  const { data: jobs, error, refetch } = useMyJobs();
  const [viewed, setViewed] = useJobInAddress(jobs);
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<StatusChoice>(ALL);
  const [creating, setCreating] = useState(false);
  const [edited, setEdited] = useState<JobView | null>(null);
  const edit = (job: JobView) => {
    setViewed(null);
    setEdited(job);
  };
  const { title, subtitle, Table } = WORDS[client ? 'client' : 'pilot'];
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={client && <CreateButton onClick={() => setCreating(true)} />}
      />
      <QueryError error={error} fallback={texts.jobsFailed} onRetry={refetch} />
      {(jobs || !error) && (
        <Panel>
          <Filters>
            <Toolbar>
              <TextField
                label={texts.jobs.search}
                type="search"
                placeholder={texts.jobs.searchPlaceholder}
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
              <StatusFilter statuses={JOB_STATUSES} value={status} onChange={setStatus} />
            </Toolbar>
          </Filters>
          <Table
            label={title}
            jobs={filterJobs(jobs ?? [], { search, status })}
            loading={jobs === undefined}
            empty={<EmptyState title={texts.noMatch} />}
            viewed={viewed}
            onView={setViewed}
            onEdit={edit}
          />
        </Panel>
      )}
      {creating && <CreateJob onClose={() => setCreating(false)} />}
      {edited && <EditJob job={edited} onClose={() => setEdited(null)} />}
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
