import { Typography } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { deliverablesApi } from './deliverables-api.ts';
import { Gallery } from './Gallery.tsx';
import { texts } from './texts.ts';

interface DeliverableListProps {
  jobId: number;
  /** The text without files. */
  empty: string;
  canDelete?: boolean;
}

/** The delivered files of a job, or the loading, empty or error state. */
export function DeliverableList({ jobId, empty, canDelete = false }: DeliverableListProps) {
  const { data, error, refetch } = deliverablesApi.deliverables.useQuery(jobId);
  if (!data) {
    if (!error) return <LoadingShape text={texts.loading} shape="rows" count={2} />;
    return <ErrorNotice error={error} fallback={texts.loadFailed} onRetry={() => void refetch()} />;
  }
  const files = data.filter(({ completedAt }) => completedAt !== null);
  if (files.length === 0) return <Typography color="textSecondary">{empty}</Typography>;
  return <Gallery files={files} canDelete={canDelete} />;
}
