import { useState } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { LoadingNotice, Modal } from '@dps/ui/data';
import { jobsApi } from '../api.ts';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { EditJobForm } from './EditJobForm.tsx';
import { UploadDialog } from './UploadDialog.tsx';

/** Changes a posted job, and then shows how its new files get there. It begins with the job as the server has it now. */
export default function EditJobDialog({ job, onClose }: { job: JobView; onClose: () => void }) {
  const query = jobsApi.detail.useQuery(job.id, { refetchOnMountOrArgChange: true });
  const { data, error, isFetching, refetch } = query;
  const [isFresh, setFresh] = useState(false);
  const [saved, setSaved] = useState<JobView | null>(null);
  if (data && !isFetching && !error && !isFresh) setFresh(true);
  if (saved) return <UploadDialog job={saved} onClose={onClose} />;
  if (data && isFresh) {
    const finish = (changed: JobView, files: number) => {
      if (files > 0) setSaved(changed);
      else onClose();
    };
    return <EditJobForm job={data} reread={() => refetch().unwrap()} onClose={onClose} onSaved={finish} />;
  }
  return (
    <Modal title={texts.editJob.title} maxWidth="md" onClose={onClose}>
      {error ? (
        <QueryError error={error} fallback={texts.job.loadFailed} onRetry={refetch} />
      ) : (
        <LoadingNotice text={texts.loading} />
      )}
    </Modal>
  );
}
