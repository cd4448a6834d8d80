import { Suspense, useMemo, useState } from 'react';
import { roleMay, type FlightRecordView } from '@dps/contract';
import { saveFile, type DownloadFile, useCurrentUser, useMyJobs } from '@dps/contract/client';
import { Button, ButtonLink, CircularProgress, Icon, icons, styled, Typography } from '@dps/ui';
import { Card, EmptyState, ErrorNotice, Modal, PageHeader, SelectField } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { useSearchParams } from '@dps/ui/router';
import { toast } from '@dps/ui/toast';
import { flightDataApi } from '../api.ts';
import { texts } from '../texts.ts';
import { ExportButton } from './ExportButton.tsx';
import { FlightRecordDialog } from './FlightRecordDialog.tsx';
import { FlightRecordTable } from './FlightRecordTable.tsx';
import { FlightSummary } from './FlightSummary.tsx';
import { flightFile } from './flight-file.ts';
import { flightTotals } from './flight-totals.ts';

const NAME = 'record';

/** The open record, stored in the URL so that Back, reload and shared links work. */
function useViewedRecord(records: readonly FlightRecordView[]) {
  const [search, setSearch] = useSearchParams();
  const id = search.get(NAME);
  const viewed = id === null ? undefined : records.find((record) => String(record.id) === id);
  const view = (record: FlightRecordView) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.set(NAME, String(record.id));
      return next;
    });
  const close = () =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(NAME);
        return next;
      },
      { replace: true },
    );
  return { viewed, view, close };
}

const ALL = 'all';

/** The jobs of the records, and the records of the chosen job, which the URL stores. */
function useJobFilter(records: readonly FlightRecordView[]) {
  const { data } = useMyJobs();
  const [search, setSearch] = useSearchParams();
  const titles = new Map(data?.map(({ id, title }) => [id, title]));
  const titleOf = ({ jobId }: FlightRecordView) => titles.get(jobId) ?? texts.table.jobNumber(jobId);
  const byJob = new Map(records.map((record) => [String(record.jobId), titleOf(record)]));
  const asked = search.get('job') ?? ALL;
  const chosen = byJob.has(asked) ? asked : ALL;
  const choose = (job: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (job === ALL) next.delete('job');
        else next.set('job', job);
        return next;
      },
      { replace: true },
    );
  return {
    titleOf,
    chosen,
    choose,
    options: [
      { value: ALL, label: texts.table.allJobs },
      ...Array.from(byJob, ([value, label]) => ({ value, label })),
    ],
    shown: chosen === ALL ? records : records.filter(({ jobId }) => String(jobId) === chosen),
  };
}

// The form and its validation are most of the module's code, and the list does not need them.
const UploadDialog = onDemand(() => import('../upload/UploadDialog.tsx'));
const JobReportPage = onDemand(async () => {
  const { JobReportPage: page } = await import(/* webpackChunkName: "report" */ '../report/ReportPage.tsx');
  return { default: page };
});

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  justifyContent: 'space-between',
  gap: '8px 16px',
  padding: '16px 16px 8px',
});
const Filter = styled('div')({ width: 'min(280px, 100%)' });
const Spinner = styled(CircularProgress)({ verticalAlign: 'text-bottom', marginInlineEnd: 8 });
const LOADING = (
  <>
    <Spinner size="1rem" aria-label={texts.page.loading} />
    {texts.page.loading}
  </>
);
const NO_RECORDS: readonly FlightRecordView[] = [];

function download(file: DownloadFile): void {
  saveFile(file);
  toast({ title: texts.download.title, description: file.name });
}

const downloadRecord = (record: FlightRecordView) => download(flightFile(record));

/** `/flight-data`: the flight records of the pilot. With `?report={job}`, the evidence report of one job. */
export default function FlightDataPage() {
  const [search] = useSearchParams();
  const report = search.get('report');
  if (report === null || !/^[1-9]\d{0,9}$/.test(report)) return <FlightRecords />;
  return (
    <Suspense fallback={<LoadingShape text={texts.page.loading} shape="facts" count={6} />}>
      <JobReportPage key={report} jobId={Number(report)} />
    </Suspense>
  );
}

function FlightRecords() {
  const { id, role } = useCurrentUser();
  const { data: records, error, refetch } = flightDataApi.list.useQuery(id);
  const totals = useMemo(() => records && flightTotals(records), [records]);
  const [uploading, setUploading] = useState(false);
  const { viewed, view, close } = useViewedRecord(records ?? NO_RECORDS);
  const jobs = useJobFilter(records ?? NO_RECORDS);
  const { page, table } = texts;
  const Upload = roleMay('flight-records.add', role) ? UploadDialog : ClientUploadDialog;
  const open = () => setUploading(true);
  const actions = (
    <>
      <Button variant="contained" startIcon={<Icon path={icons.upload} />} onClick={open}>
        {page.upload}
      </Button>
      <ExportButton records={records} onDownload={download} />
    </>
  );
  const empty = (
    <EmptyState
      title={page.emptyTitle}
      text={page.emptyText}
      action={
        <Button variant="outlined" onClick={open}>
          {page.emptyAction}
        </Button>
      }
    />
  );
  return (
    <>
      <PageHeader title={page.title} subtitle={page.subtitle} actions={actions} />
      {error ? (
        <ErrorNotice error={error} fallback={page.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <>
          <FlightSummary totals={totals} />
          <Card>
            <Head>
              <Typography variant="h2">{table.title}</Typography>
              {jobs.options.length > 2 && (
                <Filter>
                  <SelectField
                    label={table.job}
                    value={jobs.chosen}
                    options={jobs.options}
                    onChange={jobs.choose}
                  />
                </Filter>
              )}
            </Head>
            {records ? (
              <FlightRecordTable
                records={jobs.shown}
                jobOf={jobs.titleOf}
                empty={empty}
                onView={view}
                onDownload={downloadRecord}
              />
            ) : (
              <LoadingShape text={LOADING} shape="rows" count={4} inset />
            )}
          </Card>
        </>
      )}
      {uploading && (
        <Suspense>
          <Upload onClose={() => setUploading(false)} />
        </Suspense>
      )}
      {viewed && <FlightRecordDialog record={viewed} onDownload={downloadRecord} onClose={close} />}
    </>
  );
}

/** Explains to a client that pilots upload flight data, and links to the client's jobs, which show it. */
function ClientUploadDialog({ onClose }: { onClose: () => void }) {
  const { title, text, jobs } = texts.clientUpload;
  return (
    <Modal
      title={title}
      onClose={onClose}
      maxWidth="xs"
      actions={
        <ButtonLink to="/jobs" variant="outlined">
          {jobs}
        </ButtonLink>
      }
    >
      <Typography>{text}</Typography>
    </Modal>
  );
}
