import { Suspense, useState } from 'react';
import {
  formatDeadline,
  formatDeadlineTime,
  SETTLED_STATUSES,
  type JobDetailView,
  type JobView,
} from '@dps/contract';
import { useActor, useMyJobs } from '@dps/contract/client';
import { Alert, Button, Typography } from '@dps/ui';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../../texts.ts';
import { AcceptNotice } from '../actions/AcceptNotice.tsx';
import Deliverables from '../../deliverables/Deliverables.tsx';
import { ClientName } from '../ClientName.tsx';
import { DialogPart } from './DialogPart.tsx';
import { FileList } from '../files/FileList.tsx';
import { FlightData } from './FlightData.tsx';
import { jobActions } from '../actions/job.actions.ts';
import { JobDialog } from './JobDialog.tsx';
import { deadlineDistance } from '../format.ts';
import { AreaPart } from '../../area/AreaPart.tsx';
import { MessagesPart } from '../../messages/MessagesPart.tsx';
import { JobMoney } from './JobMoney.tsx';
import { JobSummary } from './JobSummary.tsx';
import { logFailure } from '../failures.ts';
import { PilotJobActions } from '../actions/PilotJobActions.tsx';
import { ProgressControl } from '../progress/ProgressControl.tsx';
import { QuestionsPart } from '../../questions/QuestionsPart.tsx';
import { RequestNote } from './RequestNote.tsx';
import { useAcceptJob, type AcceptOutcome } from '../actions/useAcceptJob.ts';

const ChangedTerms = onDemand(() => import(/* webpackChunkName: "confirm" */ './ChangedTerms.tsx'));

/** The deadline of a job; while the job is not completed, also the days that remain. */
function DueDate({ job }: { job: JobView }) {
  const [now] = useState(() => new Date());
  return (
    <>
      <span>{`${formatDeadline(job)}, ${formatDeadlineTime(job)}`}</span>
      {!SETTLED_STATUSES.includes(job.status) && (
        <Typography variant="caption" component="div" color="textSecondary">
          {deadlineDistance(job, now)}
        </Typography>
      )}
    </>
  );
}

function factsOf(job: JobDetailView) {
  const { fields } = texts;
  return [
    [fields.client, <ClientName key="client" job={job} />],
    [fields.dueDate, <DueDate key="due" job={job} />],
  ] as const;
}

function JobBody({ job }: { job: JobDetailView }) {
  const actor = useActor();
  const may = jobActions(actor, job);
  return (
    <>
      {job.acceptedTerms && job.pilotId === actor.id && (
        <Suspense fallback={null}>
          <ChangedTerms job={job} accepted={job.acceptedTerms} />
        </Suspense>
      )}
      {job.status === 'in-progress' && <RequestNote job={job} reader="pilot" />}
      {job.formerPilot && (
        <Alert severity="info" sx={{ marginBottom: '20px' }}>
          {texts.job.former}
        </Alert>
      )}
      <JobSummary job={job} facts={factsOf(job)} />
      <AreaPart job={job} />
      {job.pilotId === actor.id && (
        <>
          <DialogPart title={texts.fields.progress}>
            <ProgressControl job={job} place="dialog" disabled={!may.setProgress} />
          </DialogPart>
          <FlightData job={job} canAdd={may.addFlightRecord} />
          <Deliverables job={job} />
        </>
      )}
      {job.formerPilot && (
        <>
          <FlightData job={job} canAdd={false} />
          <Deliverables job={job} />
        </>
      )}
      <JobMoney job={job} />
      <MessagesPart job={job} />
      <DialogPart title={texts.job.fileAttachments}>
        <FileList
          files={job.attachments}
          empty={<Typography color="textSecondary">{texts.job.noFiles}</Typography>}
        />
      </DialogPart>
      <QuestionsPart job={job} />
    </>
  );
}

/**
 * Returns the outcome of a job that is no longer open. This pilot may have accepted it: through another tab, or with a request whose
 * response was lost. Null while the jobs of the pilot load.
 */
function useGoneOutcome(id: number): AcceptOutcome | 'gone' | null {
  const { data: mine, isFetching } = useMyJobs();
  if (mine?.some((job) => job.id === id)) return 'accepted';
  return isFetching ? null : 'gone';
}

const logLoadFailed = (error: unknown) => logFailure('job-detail.read', error);

interface PilotJobDialogProps {
  listed: JobView;
  /** Whether the job was open and is not any more, by the list of open jobs. */
  isGone?: boolean | undefined;
  onClose: () => void;
}

/** The job dialog for pilots: an assigned job with progress and flights, or an open job that they may accept. */
export default function PilotJobDialog({ listed, isGone = false, onClose }: PilotJobDialogProps) {
  const acceptance = useAcceptJob(listed.id);
  const goneOutcome = useGoneOutcome(listed.id);
  const outcome = acceptance.outcome ?? (isGone && !acceptance.accepting ? goneOutcome : null);
  const lost = outcome !== null && outcome !== 'accepted';
  return (
    <JobDialog
      listed={listed}
      keepsDetails={lost}
      onClose={onClose}
      onLoadFailed={logLoadFailed}
      body={(job) => (
        <>
          {outcome && <AcceptNotice outcome={outcome} job={job} />}
          <JobBody job={job} />
        </>
      )}
      actions={(job) =>
        lost ? (
          <Button variant="contained" onClick={onClose}>
            {texts.seeOtherJobs}
          </Button>
        ) : (
          <PilotJobActions job={job} acceptance={acceptance} onReleased={onClose} />
        )
      }
    />
  );
}
