import { lazy, Suspense } from 'react';
import type { FlightRecordView } from '@dps/shared-contracts';
import { LoadingNotice } from '@dps/ui/data';
import { texts } from '../texts.ts';

const Evidence = lazy(() => import('./Evidence.tsx'));

/** The evidence of a record, with its code loaded on demand. */
export function EvidencePart({ record }: { record: FlightRecordView }) {
  if (!record.evidence) return null;
  return (
    <Suspense fallback={<LoadingNotice text={texts.evidence.loading} />}>
      <Evidence record={record} evidence={record.evidence} />
    </Suspense>
  );
}
