import { may, summarizeArea, type JobDetailView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { Alert, styled, Typography } from '@dps/ui';
import { ChangeLines } from '../history/ChangeLines.tsx';
import { historyTexts as texts } from '../../texts/history.ts';
import { fieldChanges } from '../history/job-changes.ts';

const Place = styled(Alert)({ marginBottom: 20 });
const MayRelease = styled(Typography)({ marginTop: 8 });

/** The terms that the client changed after the pilot accepted the job, with both values. Loads on demand. */
export default function ChangedTerms({
  job,
  accepted,
}: {
  job: JobDetailView;
  accepted: NonNullable<JobDetailView['acceptedTerms']>;
}) {
  const actor = useActor();
  const { description, location, budget } = job;
  const area = job.area ? summarizeArea(job.area) : null;
  const deadline = job.deadlineHasTime ? job.deadline : job.deadline.slice(0, 10);
  return (
    <Place severity="warning" role="note">
      <Typography variant="h3" component="p">
        {texts.changedTitle}
      </Typography>
      <ChangeLines changes={fieldChanges(accepted, { description, location, budget, deadline, area })} />
      {may('jobs.release', actor, job) && <MayRelease variant="body2">{texts.mayRelease}</MayRelease>}
    </Place>
  );
}
