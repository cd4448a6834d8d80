import { Suspense, type ReactNode } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { useActor } from '@dps/shared-contracts/client';
import { DataTable } from '@dps/ui/data';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../../texts.ts';
import type { PilotColumns } from './pilot-job-columns.tsx';

// A list needs the dialog only after a click.
const PilotJobDialog = onDemand(
  () => import(/* webpackChunkName: "job-dialogs" */ '../dialog/PilotJobDialog.tsx'),
);

/** The table of a pilot's jobs, with the dialog of the `viewed` job. */
export function PilotJobsTable(props: {
  label: string;
  columns: PilotColumns;
  jobs: readonly JobView[];
  loading: boolean;
  empty: ReactNode;
  viewed: JobView | null;
  onView: (job: JobView | null) => void;
}) {
  const { label, columns, jobs, loading, empty, viewed, onView } = props;
  const actor = useActor();
  return (
    <>
      <DataTable
        label={label}
        columns={columns(onView, actor)}
        rows={jobs}
        rowKey={(job) => job.id}
        empty={empty}
        loading={loading ? { text: texts.loadingJobs } : undefined}
        roomy
      />
      {viewed && (
        <Suspense>
          <PilotJobDialog listed={viewed} onClose={() => onView(null)} />
        </Suspense>
      )}
    </>
  );
}
