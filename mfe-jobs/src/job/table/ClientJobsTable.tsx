import { Suspense, useState, type ReactNode } from 'react';
import { formatCents, type JobView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { Button, ButtonLink, Icon, IconButton, icons, styled } from '@dps/ui';
import { StatusBadge, type Column } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../../texts.ts';
import type { JobTotals } from '../job-totals.ts';
import { UploadNote } from '../../uploads/UploadNote.tsx';
import { receiptPath } from '../dialog/useJobDialogs.ts';
import { jobActions, payButton, type JobActions } from '../actions/job.actions.ts';
import { About, JobName, jobNameId } from './JobName.tsx';
import { JobsTable, RowButtons } from './JobsTable.tsx';
import { JobProgress } from '../progress/JobProgress.tsx';

// A list needs the dialogs only after a click.
const ClientJobDialog = onDemand(
  () => import(/* webpackChunkName: "job-dialogs" */ '../dialog/ClientJobDialog.tsx'),
);
const PilotDialog = onDemand(async () => {
  const loaded = await import(/* webpackChunkName: "job-dialogs" */ '../../pilot/PilotCard.tsx');
  return { default: loaded.PilotDialog };
});
const ClientConfirmDialog = onDemand(
  () => import(/* webpackChunkName: "confirm" */ '../actions/ClientConfirmDialog.tsx'),
);

// As wide as its longest label, so that the buttons of all rows align.
const Pay = styled(Button)({ minWidth: 76 });
// The text aligns with the other rows; the button has a padding.
const Assigned = styled(Button)({ marginInlineStart: -10 });
const NoButton = styled('span')({ width: 28 });

interface OpenDialog {
  kind: 'pay' | 'pilot' | 'delete' | 'remove-pilot';
  job: JobView;
}
type Open = (kind: OpenDialog['kind'] | 'view' | 'edit', job: JobView) => void;

function RowActions({ job, open }: { job: JobView; open: Open }) {
  const may = jobActions(useActor(), job);
  const pay = payButton(job.status);
  const described = { 'aria-describedby': jobNameId(job.id) };
  return (
    <RowButtons>
      <Button size="small" {...described} onClick={() => open('view', job)}>
        {texts.table.view}
      </Button>
      <Pay
        size="small"
        variant={pay.disabled ? 'outlined' : 'contained'}
        color="accent"
        disabled={pay.disabled}
        {...described}
        onClick={() => open('pay', job)}
      >
        {pay.label}
      </Pay>
      {job.status === 'paid' ? (
        <ButtonLink size="small" to={receiptPath(job.id)} aria-label={texts.table.receipt(job.title)}>
          {texts.job.receipt}
        </ButtonLink>
      ) : (
        <EditButtons job={job} may={may} open={open} />
      )}
    </RowButtons>
  );
}

/** The buttons that edit and delete a job. Without the first one, its space stays, so that the buttons of all rows align. */
function EditButtons({ job, may, open }: { job: JobView; may: JobActions; open: Open }) {
  return (
    <>
      {may.edit ? (
        <IconButton size="small" aria-label={texts.editJob.open(job.title)} onClick={() => open('edit', job)}>
          <Icon path={icons.edit} />
        </IconButton>
      ) : (
        <NoButton />
      )}
      <IconButton
        size="small"
        aria-label={texts.table.remove(job.title)}
        disabled={!may.remove}
        onClick={() => open('delete', job)}
      >
        <Icon path={icons.trash} />
      </IconButton>
    </>
  );
}

/** "Unassigned", or a button that opens the pilot card. */
function PilotCell({ job, open }: { job: JobView; open: Open }) {
  if (job.pilotId === null) return <span>{texts.unassigned}</span>;
  return (
    <Assigned
      size="small"
      aria-haspopup="dialog"
      aria-describedby={jobNameId(job.id)}
      onClick={() => open('pilot', job)}
    >
      {texts.assigned}
    </Assigned>
  );
}

function columnsFor(open: Open): Column<JobView>[] {
  const { table } = texts;
  return [
    {
      key: 'title',
      header: table.title,
      cell: (job) => (
        <>
          <JobName job={job} about={job.location} onOpen={() => open('view', job)} />
          {job.publishedAt === null && <About>{texts.waitsForEmail}</About>}
          <UploadNote jobId={job.id} />
        </>
      ),
      primary: true,
    },
    { key: 'type', header: table.type, cell: (job) => job.surveyType },
    {
      key: 'budget',
      header: table.budget,
      cell: (job) => <Literal>{formatCents(job.budget)}</Literal>,
      align: 'right',
    },
    {
      key: 'pilot',
      header: table.pilot,
      cell: (job) => <PilotCell job={job} open={open} />,
    },
    { key: 'status', header: table.status, cell: (job) => <StatusBadge status={job.status} /> },
    {
      key: 'progress',
      header: table.progress,
      cell: (job) => <JobProgress job={job} />,
    },
    { key: 'actions', header: table.actions, cell: (job) => <RowActions job={job} open={open} /> },
  ];
}

function RowDialog({ dialog: { kind, job }, close }: { dialog: OpenDialog; close: () => void }) {
  return (
    <Suspense>
      {(kind === 'delete' || kind === 'remove-pilot') && (
        <ClientConfirmDialog kind={kind} job={job} onClose={close} />
      )}
      {kind === 'pilot' && job.pilotId !== null && <PilotDialog pilotId={job.pilotId} onClose={close} />}
    </Suspense>
  );
}

/** The table of a client's posted jobs, with the dialog of the `viewed` job and the dialogs of its actions. */
export function ClientJobsTable(props: {
  label: string;
  /** Undefined while the jobs load. */
  jobs: readonly JobView[] | undefined;
  /** The totals for headings between the jobs, which are sorted by status; undefined for a table without headings. */
  headings?: JobTotals | undefined;
  empty: ReactNode;
  viewed: JobView | null;
  onView: (job: JobView | null) => void;
  /** Opens the edit form of a job, and closes the job dialog. */
  onEdit: (job: JobView) => void;
}) {
  const { label, jobs, headings, empty, viewed, onView, onEdit } = props;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const open: Open = (kind, job) => {
    setDialog(kind === 'view' || kind === 'edit' ? null : { kind, job });
    if (kind === 'edit') onEdit(job);
    else onView(kind === 'view' ? job : null);
  };
  const close = () => {
    setDialog(null);
    onView(null);
  };
  const opensPayment = dialog?.kind === 'pay';
  const opened = opensPayment ? dialog.job : viewed;
  return (
    <>
      <JobsTable label={label} columns={columnsFor(open)} jobs={jobs} headings={headings} empty={empty} />
      {opened && (
        <Suspense>
          <ClientJobDialog
            listed={opened}
            opensPayment={opensPayment}
            onClose={close}
            onEdit={() => open('edit', opened)}
            onDelete={() => open('delete', opened)}
            onRemovePilot={() => open('remove-pilot', opened)}
          />
        </Suspense>
      )}
      {dialog && <RowDialog dialog={dialog} close={close} />}
    </>
  );
}
