import { Suspense } from 'react';
import type { JobDetailView } from '@dps/contract';
import { onDemand } from '@dps/ui/on-demand';
import { DialogPart } from '../job/dialog/DialogPart.tsx';
import { texts } from '../texts.ts';

const JobArea = onDemand(() => import(/* webpackChunkName: "area-outline" */ './JobArea.tsx'));

/** The part of a job dialog with the area; nothing without an area. */
export function AreaPart({ job }: { job: JobDetailView }) {
  const { area } = job;
  if (!area) return null;
  return (
    <DialogPart title={texts.fields.area}>
      <Suspense fallback={null}>
        <JobArea job={job} area={area} />
      </Suspense>
    </DialogPart>
  );
}
