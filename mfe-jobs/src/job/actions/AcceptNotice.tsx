import { useEffect, useRef } from 'react';
import { formatDeadline, type JobView } from '@dps/contract';
import { Alert, ButtonLink, styled, Typography } from '@dps/ui';
import { jobPath } from '../dialog/useJobDialogs.ts';
import { acceptanceTexts as texts } from '../../texts/acceptance.ts';
import type { AcceptOutcome } from './useAcceptJob.ts';

const Place = styled(Alert)({ marginBottom: 20, '&:focus': { outline: 'none' } });
const Next = styled('div')({ marginTop: 12 });

/**
 * The outcome of accepting a job, or `gone` for a job that another pilot has accepted meanwhile, with the next step. It takes the focus, because the button has disappeared.
 */
export function AcceptNotice({ outcome, job }: { outcome: AcceptOutcome | 'gone'; job: JobView }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const accepted = outcome === 'accepted';
  const { title, text } = accepted
    ? texts.accepted(job.client.name, formatDeadline(job))
    : texts.notAccepted[outcome];
  return (
    <Place ref={place} tabIndex={-1} role="note" severity={accepted ? 'success' : 'info'}>
      <Typography variant="h3" component="p">
        {title}
      </Typography>
      <Typography>{text}</Typography>
      {accepted && (
        <Next>
          <ButtonLink to={jobPath(job.id)} variant="outlined" size="small">
            {texts.viewInMyJobs}
          </ButtonLink>
        </Next>
      )}
    </Place>
  );
}
