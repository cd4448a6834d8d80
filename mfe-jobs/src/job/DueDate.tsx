import { useState } from 'react';
import { formatDeadline, formatDeadlineTime, SETTLED_STATUSES, type JobView } from '@dps/shared-contracts';
import { Typography } from '@dps/shared-contracts/ui';
import { deadlineDistance } from './deadline-distance.ts';

/** When a job is due, and how far away that is as long as it is not done. */
export function DueDate({ job }: { job: JobView }) {
  const [now] = useState(() => new Date());
  return (
    <>
      {`${formatDeadline(job)}, ${formatDeadlineTime(job)}`}
      {!SETTLED_STATUSES.includes(job.status) && (
        <Typography variant="caption" component="div" color="textSecondary">
          {deadlineDistance(job, now)}
        </Typography>
      )}
    </>
  );
}
