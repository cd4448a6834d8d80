import { Suspense, type ComponentProps } from 'react';
import type { JobView } from '@dps/contract';
import { Modal } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../texts.ts';

// Both dialogs are small without the form that they share.
const CreateJobDialog = onDemand(() => import(/* webpackChunkName: "job-form" */ './CreateJobDialog.tsx'));
const EditJobDialog = onDemand(() => import(/* webpackChunkName: "job-form" */ './EditJobDialog.tsx'));

function LoadingDialog({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Modal title={title} maxWidth="md" onClose={onClose}>
      <LoadingShape text={texts.loading} shape="fields" count={5} />
    </Modal>
  );
}

/** The dialog that posts a job. Its forms and schemas load on demand. */
export function CreateJob(props: ComponentProps<typeof CreateJobDialog>) {
  return (
    <Suspense fallback={<LoadingDialog title={texts.createJob.title} onClose={props.onClose} />}>
      <CreateJobDialog {...props} />
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
