import { useId, useState } from 'react';
import { deadlineDay, formatDay, localDay, type JobView, formatDeadlineTime } from '@dps/contract';
import { Icon, IconButton, icons, styled, TextLink, Typography } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { jobPath } from '../job/dialog/useJobDialogs.ts';
import { texts } from '../texts.ts';
import { CalendarMonth } from './CalendarMonth.tsx';
import { monthOf, turnMonth } from './shown-month.ts';
import { firstAfterMonth, jobsOfDay } from './upcoming-jobs.ts';
import { TWO_LINES } from '../job/table/JobName.tsx';
import { ScheduleBadge } from './ScheduleBadge.tsx';

const Place = styled('section')({ marginTop: 20 });
const Jobs = styled('ul')({ listStyle: 'none', margin: '8px 0 0', padding: 0, display: 'grid', gap: 12 });
const DayLine = styled('li')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  gap: 12,
  overflowWrap: 'anywhere',
  '& > :last-child': { flexShrink: 0 },
});

/** The jobs of one calendar day, each with a link to its dialog. */
function DayJobs({ day, jobs, label }: { day: string; jobs: readonly JobView[]; label: string }) {
  return (
    <Place aria-live="polite">
      <Typography variant="h3">{texts.schedule.jobsFor(formatDay(day))}</Typography>
      {jobs.length === 0 && <Typography color="textSecondary">{texts.schedule.noneThatDay}</Typography>}
      <Jobs>
        {jobs.map((job) => (
          <DayLine key={job.id}>
            <div>
              <bdi>
                <TextLink to={jobPath(job.id)} title={job.title} sx={TWO_LINES}>
                  {job.title}
                </TextLink>
              </bdi>
              <Typography variant="caption" component="p" color="textSecondary">
                {`${formatDeadlineTime(job)} · ${label}`}
              </Typography>
            </div>
            <ScheduleBadge status={job.status} />
          </DayLine>
        ))}
      </Jobs>
    </Place>
  );
}

function countByDay(jobs: readonly JobView[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs) counts.set(deadlineDay(job), (counts.get(deadlineDay(job)) ?? 0) + 1);
  return counts;
}

const Head = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' });
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });

const Line = styled(Typography)({ marginTop: 12, overflowWrap: 'anywhere' });

/** Names the first job after the shown month. */
function FirstAfter({ job }: { job: JobView }) {
  return (
    <Line color="textSecondary">
      {texts.schedule.firstAfter} <TextLink to={jobPath(job.id)}>{job.title}</TextLink>
      <span>{`, ${formatDay(deadlineDay(job))}`}</span>
    </Line>
  );
}

/** A button that shows another month. Without a `day` there is none. */
function TurnButton(props: {
  name: string;
  icon: string;
  day: string | null;
  onTurn: (day: string) => void;
}) {
  const { name, icon, day, onTurn } = props;
  return (
    <IconButton aria-label={name} disabled={day === null} onClick={() => day !== null && onTurn(day)}>
      <Icon path={icon} />
    </IconButton>
  );
}

/** The month of the chosen day (`YYYY-MM-DD`) with its days with jobs, and the jobs of that day. */
export function CalendarDialog(props: {
  jobs: readonly JobView[];
  now: Date;
  chosen: string;
  /** The label of each job: "Client Project" or "Your Project". */
  label: string;
  onChoose: (day: string) => void;
  onClose: () => void;
}) {
  const { jobs, now, chosen, label, onChoose, onClose } = props;
  const heading = useId();
  // A button that shows another month keeps the focus.
  const [turned, setTurned] = useState(false);
  const { year, month } = monthOf(chosen);
  const next = firstAfterMonth(jobs, now, new Date(year, month));
  const turn = (by: -1 | 1) => turnMonth(chosen, by, localDay(now));
  const turnByButton = (day: string) => {
    setTurned(true);
    onChoose(day);
  };
  const { previousMonth, nextMonth } = texts.schedule;
  return (
    <Modal title={texts.schedule.calendarTitle} onClose={onClose}>
      <Head>
        <TurnButton name={previousMonth} icon={icons.chevronLeft} day={turn(-1)} onTurn={turnByButton} />
        <Typography id={heading} variant="h3" aria-live="polite">
          {monthFormat.format(new Date(year, month))}
        </Typography>
        <TurnButton name={nextMonth} icon={icons.chevronRight} day={turn(1)} onTurn={turnByButton} />
      </Head>
      <CalendarMonth
        key={`${year}-${month}`}
        now={now}
        labelledBy={heading}
        jobsByDay={countByDay(jobs)}
        chosen={chosen}
        takesFocus={!turned}
        onChoose={onChoose}
        onTurn={(by) => {
          const day = turn(by);
          setTurned(false);
          if (day !== null) onChoose(day);
        }}
      />
      {next && <FirstAfter job={next} />}
      <DayJobs day={chosen} jobs={jobsOfDay(jobs, chosen)} label={label} />
    </Modal>
  );
}
