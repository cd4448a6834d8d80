import { Suspense, type ReactNode } from 'react';
import type { JobView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { onDemand } from '@dps/ui/on-demand';
import type { JobTotals } from '../job-totals.ts';
import { JobsTable } from './JobsTable.tsx';
import type { PilotColumns } from './pilot-job-columns.tsx';

// A list needs the dialog only after a click.
const PilotJobDialog = onDemand(
  () => import(/* webpackChunkName: "job-dialogs" */ '../dialog/PilotJobDialog.tsx'),
);

/** The table of a pilot's jobs, with the dialog of the `viewed` job. */
export function PilotJobsTable(props: {
  label: string;
  columns: PilotColumns;
  /** Undefined while the jobs load. */
  jobs: readonly JobView[] | undefined;
  /** The totals for headings between the jobs, which are sorted by status; undefined for a table without headings. */
  headings?: JobTotals | undefined;
  empty: ReactNode;
  viewed: JobView | null;
  onView: (job: JobView | null) => void;
}) {
  const { label, columns, jobs, headings, empty, viewed, onView } = props;
  const actor = useActor();
  return (
    <>
      <JobsTable
        label={label}
        columns={columns(onView, actor)}
        jobs={jobs}
        headings={headings}
        empty={empty}
      />
      {viewed && (
        <Suspense>
          <PilotJobDialog listed={viewed} onClose={() => onView(null)} />
        </Suspense>
      )}
    </>
  );
}
