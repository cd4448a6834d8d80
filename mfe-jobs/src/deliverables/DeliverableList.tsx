import { Typography } from '@dps/ui';
import { ErrorNotice, LoadingNotice } from '@dps/ui/data';
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
    if (!error) return <LoadingNotice text={texts.loading} />;
    return <ErrorNotice error={error} fallback={texts.loadFailed} onRetry={() => void refetch()} />;
  }
  const files = data.filter(({ completedAt }) => completedAt !== null);
  if (files.length === 0) return <Typography color="textSecondary">{empty}</Typography>;
  return <Gallery files={files} canDelete={canDelete} />;
}
