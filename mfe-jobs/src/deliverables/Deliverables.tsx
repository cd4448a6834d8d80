import { may, type JobDetailView, type JobView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { DialogPart } from '../job/dialog/DialogPart.tsx';
import { DeliverableList } from './DeliverableList.tsx';
import { PilotDeliverables } from './PilotDeliverables.tsx';
import { texts } from '../texts/deliverables.ts';

/**
 * The deliverables of a job that a pilot has started. Only the assigned pilot adds and deletes files. A former pilot gets the own
 * files only, and the client has those of earlier pilots in a part of their own.
 */
export default function Deliverables({ job }: { job: Pick<JobDetailView, 'formerPilot'> & JobView }) {
  const actor = useActor();
  const isFormer = actor.role === 'pilot' && job.formerPilot;
  if (job.status === 'pending' && !isFormer) return null;
  if (may('deliverables.add', actor, job)) return <PilotDeliverables job={job} />;
  return (
    <DialogPart title={texts.title}>
      <DeliverableList
        jobId={job.id}
        {...(actor.role === 'pilot' && { empty: texts.noneDelivered })}
        {...(!isFormer && { uploadedBy: job.pilotId })}
      />
    </DialogPart>
  );
}
