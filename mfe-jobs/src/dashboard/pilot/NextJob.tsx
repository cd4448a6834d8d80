import { useEffect, useRef, useState } from 'react';
import { formatDeadline, may, type JobView } from '@dps/contract';
import { useActor, Widget } from '@dps/contract/client';
import { Button, styled, Typography } from '@dps/ui';
import { Modal, StatusBadge } from '@dps/ui/data';
import { deadlineDistance } from '../../job/format.ts';
import { ProgressControl } from '../../job/progress/ProgressControl.tsx';
import { TitleButton } from '../../job/table/JobName.tsx';
import { PilotRowActions } from '../../job/table/PilotRowActions.tsx';
import { Section } from '../../page/Section.tsx';

/** The texts of the card, which only phones load. */
const texts = {
  title: 'Next to Do',
  logFlight: 'Log Flight',
  logFlightOf: (title: string) => `Log Flight: ${title}`,
} as const;

const Body = styled('div')({ display: 'grid', gap: 8, padding: '0 16px 16px' });

/** The upload form of one job. A closed form keeps its input as a draft. */
function LogFlightDialog({ job, onClose }: { job: JobView; onClose: () => void }) {
  const discard = useRef<() => void>(null);
  return (
    <Modal title={texts.logFlightOf(job.title)} onClose={onClose}>
      <Widget name="flight-data.upload-form" props={{ jobId: job.id, onDone: onClose, discard }} />
    </Modal>
  );
}

/** Focuses the heading of the page when the card with the focus disappears, because its job is handed over. */
function useFocusAfterCard(): void {
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
      }),
    [],
  );
}

/** The next job of a pilot on a phone: when it is due, its progress, and buttons to log a flight and to hand it over. */
export default function NextJob({ job, onView }: { job: JobView; onView: () => void }) {
  const actor = useActor();
  const [now] = useState(() => new Date());
  const [logging, setLogging] = useState(false);
  useFocusAfterCard();
  return (
    <Section title={texts.title} actions={<StatusBadge status={job.status} />}>
      <Body>
        <div>
          <Typography variant="subtitle2">
            {`${deadlineDistance(job, now)}, ${formatDeadline(job)}`}
          </Typography>
          <TitleButton type="button" dir="auto" title={job.title} onClick={onView}>
            {job.title}
          </TitleButton>
        </div>
        <ProgressControl job={job} place="list" />
        <PilotRowActions job={job} onView={onView}>
          {may('flight-records.add', actor, job) && (
            <Button size="small" variant="contained" onClick={() => setLogging(true)}>
              {texts.logFlight}
            </Button>
          )}
        </PilotRowActions>
      </Body>
      {logging && <LogFlightDialog job={job} onClose={() => setLogging(false)} />}
    </Section>
  );
}
