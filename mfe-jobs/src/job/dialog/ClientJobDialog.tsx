import { formatDeadline, formatDeadlineTime, type JobDetailView, type JobView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { Button, Icon, icons, Typography } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { PilotCard } from '../../pilot/PilotCard.tsx';
import { texts } from '../../texts.ts';
import Deliverables from '../../deliverables/Deliverables.tsx';
import { DialogPart } from './DialogPart.tsx';
import { FlightData } from './FlightData.tsx';
import { jobActions } from '../actions/job.actions.ts';
import { JobDialog } from './JobDialog.tsx';
import { JobFiles } from '../files/JobFiles.tsx';
import { JobProgress } from '../progress/JobProgress.tsx';
import { JobMoney } from './JobMoney.tsx';
import { JobSummary } from './JobSummary.tsx';

function factsOf(job: JobDetailView) {
  const { fields } = texts;
  return [
    [fields.deadline, `${formatDeadline(job)}, ${formatDeadlineTime(job)}`],
    [fields.pilot, job.pilot ? `${texts.assigned} (${job.pilot.name})` : texts.unassigned],
    [fields.progress, <JobProgress key="progress" job={job} />],
  ] as const;
}

function NoFiles() {
  return (
    <>
      <Typography>{texts.job.noFilesTitle}</Typography>
      <Typography color="textSecondary">{texts.job.noFilesText}</Typography>
    </>
  );
}

function JobBody({ job }: { job: JobDetailView }) {
  return (
    <>
      <JobSummary job={job} facts={factsOf(job)} />
      <JobMoney job={job} />
      {job.pilotId !== null && (
        <DialogPart title={texts.pilotCard.title}>
          <PilotCard pilotId={job.pilotId} />
        </DialogPart>
      )}
      <FlightData job={job} canAdd={false} />
      <DialogPart title={texts.job.fileAttachments}>
        <JobFiles job={job} empty={<NoFiles />} />
      </DialogPart>
      <Deliverables job={job} />
    </>
  );
}

const toastLoadFailed = () => toast(texts.toasts.loadFailed);

interface ClientJobDialogProps {
  listed: JobView;
  onClose: () => void;
  /** Opens the payment of a completed job. */
  onPay: () => void;
  /** Opens the edit form of a job that is not paid. */
  onEdit: () => void;
  /** Opens the confirmation that deletes a job without a pilot. */
  onDelete: () => void;
  /** Opens the confirmation that removes the pilot from a pending job. */
  onRemovePilot: () => void;
}

export default function ClientJobDialog(props: ClientJobDialogProps) {
  const { listed, onClose, onPay, onEdit, onDelete, onRemovePilot } = props;
  const actor = useActor();
  const actions = (job: JobDetailView) => {
    const may = jobActions(actor, job);
    return (
      may.edit && (
        <>
          {may.remove && (
            <Button color="error" onClick={onDelete}>
              {texts.deleteJob.confirm}
            </Button>
          )}
          {may.release && (
            <Button color="error" onClick={onRemovePilot}>
              {texts.removePilot.confirm}
            </Button>
          )}
          <Button variant="outlined" startIcon={<Icon path={icons.edit} />} onClick={onEdit}>
            {texts.editJob.action}
          </Button>
          {job.status === 'completed' && (
            <Button variant="contained" color="accent" onClick={onPay}>
              {texts.job.markAs('paid')}
            </Button>
          )}
        </>
      )
    );
  };
  return (
    <JobDialog
      listed={listed}
      onClose={onClose}
      body={(job) => <JobBody job={job} />}
      actions={actions}
      onLoadFailed={toastLoadFailed}
    />
  );
}
