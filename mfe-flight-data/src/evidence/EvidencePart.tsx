import { Suspense } from 'react';
import { Stack } from '@dps/ui';
import type { FlightRecordView } from '@dps/contract';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../texts.ts';
import { UploadedLog } from './UploadedLog.tsx';

const Evidence = onDemand(() => import('./Evidence.tsx'));

interface Props {
  record: FlightRecordView;
  /** Shows the track at once instead of a button that shows it. */
  trackAtOnce?: boolean;
}

/** The evidence of a record, with its code loaded on demand, and its uploaded log. */
export function EvidencePart({ record, trackAtOnce = false }: Props) {
  if (!record.log && !record.evidence) return null;
  return (
    <Stack spacing={3}>
      {record.evidence && (
        <Suspense fallback={<LoadingShape text={texts.evidence.loading} shape="cards" count={1} />}>
          <Evidence record={record} evidence={record.evidence} trackAtOnce={trackAtOnce} />
        </Suspense>
      )}
      <UploadedLog record={record} />
    </Stack>
  );
}
