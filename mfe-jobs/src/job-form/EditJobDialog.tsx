import { useState } from 'react';
import type { JobView } from '@dps/contract';
import { Modal } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { jobsApi } from '../api.ts';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { EditJobForm } from './EditJobForm.tsx';
import { UploadDialog } from './UploadDialog.tsx';

/** The dialog that edits a posted job, and then shows the uploads of its new files. It refetches the job first. */
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
    return <EditJobForm job={data} refetch={() => refetch().unwrap()} onClose={onClose} onSaved={finish} />;
  }
  return (
    <Modal title={texts.editJob.title} maxWidth="md" onClose={onClose}>
      {error ? (
        <QueryError error={error} fallback={texts.job.loadFailed} onRetry={refetch} />
      ) : (
        <LoadingShape text={texts.loading} shape="fields" count={5} />
      )}
    </Modal>
  );
}
