import { formatCents, formatDeadline, pilotShare, type JobView } from '@dps/contract';
import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { Card, type ItemPlace } from '@dps/ui/data';
import { ClientName } from '../job/ClientName.tsx';
import { deadlineDistance } from '../job/format.ts';
import { jobNameId, TitleButton } from '../job/table/JobName.tsx';
import { texts } from '../texts.ts';

const Frame = styled(Card)({ display: 'flex', flexDirection: 'column', gap: 12, padding: 16 });
const Lines = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 6,
  color: theme.vars.palette.text.secondary,
  '& > li': { display: 'flex', gap: 8, minWidth: 0, overflowWrap: 'anywhere' },
}));
const Money = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: 8,
  marginTop: 'auto',
  paddingTop: 12,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  fontVariantNumeric: 'tabular-nums',
}));
const Earned = styled('span')(({ theme }) => ({ fontWeight: 650, color: theme.vars.palette.accent.main }));

interface Props {
  job: JobView;
  /** Whether the job is no longer open. Its card stays, so that the other cards do not move. */
  isGone: boolean | undefined;
  now: Date;
  place: ItemPlace;
  onOpen: () => void;
}

/** The card of an open job. */
export function JobCard({ job, isGone = false, now, place, onOpen }: Props) {
  const due = `${deadlineDistance(job, now)} (${formatDeadline(job)})`;
  const lines = [
    [icons.compass, texts.browse.survey(job.surveyType, job.areaSquareMeters)],
    [icons.mapPin, texts.browse.place(job.location, job.distanceMiles)],
    [icons.person, <ClientName key="client" job={job} />],
    [icons.calendar, due],
  ] as const;
  return (
    <Frame role="article" aria-labelledby={jobNameId(job.id)} {...place}>
      <Typography id={jobNameId(job.id)} variant="h3" component="h2" dir="auto">
        <TitleButton type="button" title={job.title} disabled={isGone} onClick={onOpen}>
          {job.title}
        </TitleButton>
      </Typography>
      <Lines>
        {lines.map(([icon, line]) => (
          <li key={icon}>
            <Icon path={icon} />
            <span dir="auto">{line}</span>
          </li>
        ))}
      </Lines>
      <Money>
        <span>{texts.browse.budget(formatCents(job.budget))}</span>
        <Earned>{texts.browse.youGet(formatCents(pilotShare(job.budget)))}</Earned>
      </Money>
      <Button
        variant="outlined"
        fullWidth
        disabled={isGone}
        aria-describedby={jobNameId(job.id)}
        onClick={onOpen}
      >
        {isGone ? texts.browse.taken : texts.browse.details}
      </Button>
    </Frame>
  );
}
