import { Suspense } from 'react';
import type { FlightRecordView } from '@dps/contract';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../texts.ts';

const Evidence = onDemand(() => import('./Evidence.tsx'));

interface Props {
  record: FlightRecordView;
  /** Shows the track at once instead of a button that shows it. */
  trackAtOnce?: boolean;
}

/** The evidence of a record, with its code loaded on demand. */
export function EvidencePart({ record, trackAtOnce = false }: Props) {
  if (!record.evidence) return null;
  return (
    <Suspense fallback={<LoadingShape text={texts.evidence.loading} shape="cards" count={1} />}>
      <Evidence record={record} evidence={record.evidence} trackAtOnce={trackAtOnce} />
    </Suspense>
  );
}
