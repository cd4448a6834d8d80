import { may, type JobDetailView, type JobView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { DialogPart } from '../job/dialog/DialogPart.tsx';
import { DeliverableList } from './DeliverableList.tsx';
import { PilotDeliverables } from './PilotDeliverables.tsx';
import { texts } from '../texts/deliverables.ts';

/** The deliverables of a job that a pilot has started. Only the assigned pilot adds and deletes files. */
export default function Deliverables({ job }: { job: Pick<JobDetailView, 'formerPilot'> & JobView }) {
  const actor = useActor();
  if (job.status === 'pending' && !job.formerPilot) return null;
  if (may('deliverables.add', actor, job)) return <PilotDeliverables job={job} />;
  return (
    <DialogPart title={texts.title}>
      <DeliverableList jobId={job.id} />
    </DialogPart>
  );
}
