import { Suspense } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { LoadingNotice, Modal } from '@dps/ui/data';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../texts.ts';

const CreateJobDialog = onDemand(() => import('./CreateJobDialog.tsx'));
const EditJobDialog = onDemand(() => import('./EditJobDialog.tsx'));

function LoadingDialog({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Modal title={title} maxWidth="md" onClose={onClose}>
      <LoadingNotice text={texts.loading} />
    </Modal>
  );
}

/** The dialog that posts a job. Its forms and schemas load on demand. */
export function CreateJob({ onClose }: { onClose: () => void }) {
  return (
    <Suspense fallback={<LoadingDialog title={texts.createJob.title} onClose={onClose} />}>
      <CreateJobDialog onClose={onClose} />
    </Suspense>
  );
}

/** The dialog that edits a posted job. Its forms and schemas load on demand. */
export function EditJob({ job, onClose }: { job: JobView; onClose: () => void }) {
  return (
    <Suspense fallback={<LoadingDialog title={texts.editJob.title} onClose={onClose} />}>
      <EditJobDialog key={job.id} job={job} onClose={onClose} />
    </Suspense>
  );
}
