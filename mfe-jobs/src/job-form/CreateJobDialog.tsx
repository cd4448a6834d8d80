import { Modal } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import CreateJobForm from './CreateJobForm.tsx';
import { jobsPageForm } from './job-form.variant.ts';

/** Posts a job from the jobs page. */
export default function CreateJobDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={texts.createJob.title} maxWidth="md" onClose={onClose}>
      <CreateJobForm variant={jobsPageForm} onFinished={onClose} />
    </Modal>
  );
}
