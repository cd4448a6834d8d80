import { Suspense, useId, useState, type ComponentProps } from 'react';
import {
  CHANGE_REQUESTS_PER_JOB,
  formatCents,
  formatDeadline,
  formatDeadlineTime,
  hasPassed,
  PAYABLE_STATUSES,
  type JobDetailView,
  type JobView,
} from '@dps/contract';
import { useActor, Widget } from '@dps/contract/client';
import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { Literal } from '@dps/ui/literal';
import { onDemand } from '@dps/ui/on-demand';
import { toast } from '@dps/ui/toast';
import { PilotCard } from '../../pilot/PilotCard.tsx';
import { texts } from '../../texts.ts';
import { removalTexts } from '../../texts/removals.ts';
import { pilotTexts } from '../../texts/pilot.ts';
import Deliverables from '../../deliverables/Deliverables.tsx';
import { DialogPart } from './DialogPart.tsx';
import { EarlierWork } from './EarlierWork.tsx';
import { FlightData } from './FlightData.tsx';
import { jobActions } from '../actions/job.actions.ts';
import { JobDialog } from './JobDialog.tsx';
import { JobFiles } from '../files/JobFiles.tsx';
import { JobProgress } from '../progress/JobProgress.tsx';
import { AreaPart } from '../../area/AreaPart.tsx';
import { MessagesPart } from '../../messages/MessagesPart.tsx';
import { JobMoney } from './JobMoney.tsx';
import { JobSummary } from './JobSummary.tsx';
import { QuestionsPart } from '../../questions/QuestionsPart.tsx';
import { RequestNote } from './RequestNote.tsx';

const ClientRequest = onDemand(() => import(/* webpackChunkName: "confirm" */ '../actions/ReasonForm.tsx'));

/** Whether the deadline of a job has passed. */
const isLate = ({ deadline, deadlineHasTime }: JobDetailView, now: Date) =>
  hasPassed({ at: new Date(deadline), hasTime: deadlineHasTime }, now);

/** Whether the client has asked for changes as often as possible. */
const isAskedOut = ({ changeRequests = 0 }: JobDetailView) => changeRequests >= CHANGE_REQUESTS_PER_JOB;

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
  const own = job.flightData.filter(({ pilotId }) => pilotId === job.pilotId);
  const work = [
    <Deliverables key="files" job={job} />,
    <FlightData key="flights" job={job} records={own} canAdd={false} />,
  ];
  const earlier = job.formerPilot && <EarlierWork job={job} />;
  const asked = <RequestNote job={job} reader="client" />;
  const money = <JobMoney job={job} />;
  const summary = <JobSummary job={job} facts={factsOf(job)} />;
  const pilot = job.pilotId !== null && (
    <DialogPart title={pilotTexts.title}>
      <PilotCard pilotId={job.pilotId} />
    </DialogPart>
  );
  const files = (
    <DialogPart title={texts.job.fileAttachments}>
      <JobFiles job={job} empty={<NoFiles />} />
    </DialogPart>
  );
  const questions = <QuestionsPart job={job} />;
  if (!PAYABLE_STATUSES.includes(job.status)) {
    return (
      <>
        {job.status === 'in-progress' && asked}
        {summary}
        <AreaPart job={job} />
        {job.pilotId === null && questions}
        {money}
        {pilot}
        <MessagesPart job={job} />
        {work}
        {earlier}
        {files}
        {job.pilotId !== null && questions}
      </>
    );
  }
  return (
    <>
      {work}
      {asked}
      {money}
      <DialogPart title={texts.job.details}>{summary}</DialogPart>
      <AreaPart job={job} />
      {pilot}
      <MessagesPart job={job} />
      {earlier}
      {files}
      {questions}
    </>
  );
}

const Captioned = styled('span')({ display: 'grid', justifyItems: 'end' });

/** An outlined button with a caption. */
function CaptionedButton({
  caption,
  ...button
}: { caption: string | undefined } & ComponentProps<typeof Button>) {
  const id = useId();
  return (
    <Captioned>
      <Button variant="outlined" {...(caption && { 'aria-describedby': id })} {...button} />
      {caption && (
        <Typography id={id} variant="caption" color="textSecondary">
          {caption}
        </Typography>
      )}
    </Captioned>
  );
}

const toastLoadFailed = () => toast(texts.toasts.loadFailed);

interface ClientJobDialogProps {
  listed: JobView;
  /** Whether the dialog opens with the payment, which closes it. By default the payment returns to the job. */
  opensPayment: boolean;
  onClose: () => void;
  /** Opens the edit form of a job whose work is not submitted. */
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
  const [step, setStep] = useState<'payment' | 'changes' | 'end' | 'askEnd' | null>(
    opensPayment ? 'payment' : null,
  );
  const onBack = () => setStep(null);
  const [now] = useState(() => new Date());
  const actions = (job: JobDetailView) => {
    const may = jobActions(actor, job);
    return (
      job.status !== 'paid' && (
        <>
          {may.remove && job.flightDataCount === 0 && (
            <Button color="error" onClick={onDelete}>
              {removalTexts.deleteJob.confirm}
            </Button>
          )}
          {may.release && (
            <Button color="error" onClick={onRemovePilot}>
              {removalTexts.removePilot.confirm}
            </Button>
          )}
          {may.end && isLate(job, now) && (
            <Button color="error" onClick={() => setStep('end')}>
              {texts.job.endAssignment}
            </Button>
          )}
          {may.end && !isLate(job, now) && !job.endRequest && (
            <Button color="error" onClick={() => setStep('askEnd')}>
              {texts.job.askToEnd}
            </Button>
          )}
          {may.edit && (
            <Button variant="outlined" startIcon={<Icon path={icons.edit} />} onClick={onEdit}>
              {texts.editJob.action}
            </Button>
          )}
          {job.status === 'completed' && (
            <CaptionedButton caption={texts.job.opensCardPayment} onClick={() => setStep('payment')}>
              {texts.job.markAs('paid')}
            </CaptionedButton>
          )}
          {may.requestChanges && (
            <CaptionedButton
              caption={isAskedOut(job) ? texts.job.askedMost(CHANGE_REQUESTS_PER_JOB) : undefined}
              disabled={isAskedOut(job)}
              onClick={() => setStep('changes')}
            >
              {texts.job.askForChanges}
            </CaptionedButton>
          )}
          {PAYABLE_STATUSES.includes(job.status) && (
            <Button variant="contained" color="accent" onClick={() => setStep('payment')}>
              <Literal>{texts.job.pay(formatCents(job.budget))}</Literal>
            </Button>
          )}
        </>
      )
    );
  };
  const payment = { job: listed, onClose: opensPayment ? onClose : onBack };
  const content =
    step === 'payment' ? (
      <Widget name="payments.pay-dialog" props={payment} />
    ) : (
      step && (
        <Suspense>
          <ClientRequest kind={step} job={listed} onClose={onBack} />
        </Suspense>
      )
    );
  return (
    <JobDialog
      listed={listed}
      onClose={onClose}
      step={content ? { content, onBack } : undefined}
      body={(job) => <JobBody job={job} />}
      actions={actions}
      onLoadFailed={toastLoadFailed}
    />
  );
}
