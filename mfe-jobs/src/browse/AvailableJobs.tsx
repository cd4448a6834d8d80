import { useState } from 'react';
import { DASHBOARD_SURVEY_TYPES, type JobView } from '@dps/shared-contracts';
import { styled, TextField, Typography } from '@dps/shared-contracts/ui';
import { EmptyState, LoadingNotice, PageHeader, SelectField } from '@dps/shared-contracts/ui/data';
import { jobsApi } from '../api.ts';
import { ALL, filterJobs, offeredSurveyTypes } from '../job/job.filter.ts';
import { PilotJobDialog } from '../job/PilotJobDialog.tsx';
import { QueryError } from '../page/QueryError.tsx';
import { Toolbar } from '../page/Toolbar.ts';
import { texts } from '../texts.ts';
import { JobCards } from './JobCards.tsx';

const Count = styled(Typography)({ margin: '16px 0 12px' });

function Results({ jobs, onOpen }: { jobs: readonly JobView[]; onOpen: (job: JobView) => void }) {
  return (
    <>
      <Count role="status" color="textSecondary">
        {texts.browse.count(jobs.length)}
      </Count>
      {jobs.length === 0 ? (
        <EmptyState title={texts.browse.empty} />
      ) : (
        <JobCards jobs={jobs} onOpen={onOpen} />
      )}
    </>
  );
}

/** Every open job as a card, to search, to filter, to open. */
export function AvailableJobs() {
  const { data: jobs, error, refetch } = jobsApi.available.useQuery();
  const [search, setSearch] = useState('');
  const [surveyType, setSurveyType] = useState<string>(ALL);
  const [opened, setOpened] = useState<JobView | null>(null);
  const types = offeredSurveyTypes(DASHBOARD_SURVEY_TYPES, jobs ?? []);
  const { title, subtitle, searchPlaceholder } = texts.browse;
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <QueryError error={error} fallback={texts.jobsFailed} onRetry={refetch} />
      <Toolbar>
        <TextField
          label={texts.browse.search}
          type="search"
          placeholder={searchPlaceholder}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <SelectField
          label={texts.fields.surveyType}
          value={surveyType}
          onChange={setSurveyType}
          options={[
            { value: ALL, label: texts.allSurveyTypes },
            ...types.map((type) => ({ value: type, label: type })),
          ]}
        />
      </Toolbar>
      {!jobs && !error && <LoadingNotice text={texts.loadingJobs} />}
      {jobs && <Results jobs={filterJobs(jobs, { search, surveyType })} onOpen={setOpened} />}
      {opened && <PilotJobDialog listed={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
