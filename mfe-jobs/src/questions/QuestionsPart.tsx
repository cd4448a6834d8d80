import { Suspense } from 'react';
import type { JobView } from '@dps/contract';
import { onDemand } from '@dps/ui/on-demand';

const Questions = onDemand(() => import(/* webpackChunkName: "questions" */ './Questions.tsx'));

/** The questions about a published job and their answers, which load with the dialog of the job. */
export function QuestionsPart({ job }: { job: JobView }) {
  if (job.publishedAt === null) return null;
  return (
    <Suspense fallback={null}>
      <Questions job={job} />
    </Suspense>
  );
}
