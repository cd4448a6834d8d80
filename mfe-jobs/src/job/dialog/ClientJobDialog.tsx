import { useId, useState } from 'react';
import {
  formatCents,
  formatDeadline,
  formatDeadlineTime,
  PAYABLE_STATUSES,
  type JobDetailView,
  type JobView,
} from '@dps/contract';
import { useActor, Widget } from '@dps/contract/client';
import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { Literal } from '@dps/ui/literal';
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

/** The parts of a job. While the client decides about the work, the work comes first, and the money next. */
function JobBody({ job }: { job: JobDetailView }) {
  const work = [
    <Deliverables key="files" job={job} />,
    <FlightData key="flights" job={job} canAdd={false} />,
  ];
  const money = <JobMoney key="money" job={job} />;
  const summary = <JobSummary job={job} facts={factsOf(job)} />;
  const pilot = job.pilotId !== null && (
    <DialogPart key="pilot" title={texts.pilotCard.title}>
      <PilotCard pilotId={job.pilotId} />
    </DialogPart>
  );
  const files = (
    <DialogPart key="attachments" title={texts.job.fileAttachments}>
      <JobFiles job={job} empty={<NoFiles />} />
    </DialogPart>
  );
  if (!PAYABLE_STATUSES.includes(job.status)) {
    return (
      <>
        {summary}
        {money}
        {pilot}
        {work}
        {files}
      </>
    );
  }
  return (
    <>
      {work}
      {money}
      <DialogPart title={texts.job.details}>{summary}</DialogPart>
      {pilot}
      {files}
    </>
  );
}

const Captioned = styled('span')({ display: 'grid', justifyItems: 'end' });

/** "Mark as Paid" of a completed job. It opens the same payment as "Pay", and its caption says so. */
function MarkAsPaid({ onPay }: { onPay: () => void }) {
  const id = useId();
  return (
    <Captioned>
      <Button variant="outlined" aria-describedby={id} onClick={onPay}>
        {texts.job.markAs('paid')}
      </Button>
      <Typography id={id} variant="caption" color="textSecondary">
        {texts.job.opensCardPayment}
      </Typography>
    </Captioned>
  );
}

const toastLoadFailed = () => toast(texts.toasts.loadFailed);

interface ClientJobDialogProps {
  listed: JobView;
  /** Whether the dialog opens with the payment, which closes it. By default the payment returns to the job. */
  opensPayment: boolean;
  onClose: () => void;
  /** Opens the edit form of a job that is not paid. */
  onEdit: () => void;
  /** Opens the confirmation that deletes a job without a pilot. */
  onDelete: () => void;
  /** Opens the confirmation that removes the pilot from a pending job. */
  onRemovePilot: () => void;
}

/** The dialog in which a client sees a job, looks at the work and pays for it. */
export default function ClientJobDialog(props: ClientJobDialogProps) {
  const { listed, opensPayment, onClose, onEdit, onDelete, onRemovePilot } = props;
  const actor = useActor();
  const [paying, setPaying] = useState(opensPayment);
  const onBack = () => setPaying(false);
  const onPay = () => setPaying(true);
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
          {job.status === 'completed' && <MarkAsPaid onPay={onPay} />}
          {PAYABLE_STATUSES.includes(job.status) && (
            <Button variant="contained" color="accent" onClick={onPay}>
              <Literal>{texts.job.pay(formatCents(job.budget))}</Literal>
            </Button>
          )}
        </>
      )
    );
  };
  const payment = (
    <Widget name="payments.pay-dialog" props={{ job: listed, onClose: opensPayment ? onClose : onBack }} />
  );
  return (
    <JobDialog
      listed={listed}
      onClose={onClose}
      step={paying ? { content: payment, onBack } : undefined}
      body={(job) => <JobBody job={job} />}
      actions={actions}
      onLoadFailed={toastLoadFailed}
    />
  );
}
