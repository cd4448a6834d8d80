import ical, {
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalEventData,
} from 'ical-generator';
import { JOB_STATUS_LABELS } from '@dps/contract';
import type { Job } from '../jobs/job.entity.ts';

const NAME = 'Drone Pilot Surveys';
const REFRESH_SECONDS = 60 * 60;
/** The duration that the schedule shows. */
const DURATION_MS = 2 * 60 * 60 * 1000;
/** The last instant that iCalendar can write. */
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59);

/** A job without its money and the names of users. */
export type CalendarJob = Pick<
  Job,
  | 'id'
  | 'title'
  | 'surveyType'
  | 'location'
  | 'status'
  | 'pilotId'
  | 'deadline'
  | 'deadlineHasTime'
  | 'createdAt'
  | 'updatedAt'
>;

/** iCalendar forbids control characters, which a stored place may contain. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** A deadline with a time is an event of two hours; a date is a day that stays free, and is the same in every zone. */
function timeOf({ deadline, deadlineHasTime }: CalendarJob) {
  if (!deadlineHasTime)
    return { start: deadline, allDay: true, transparency: ICalEventTransparency.TRANSPARENT };
  return { start: deadline, end: new Date(Math.min(deadline.getTime() + DURATION_MS, LAST_INSTANT)) };
}

function eventOf(job: CalendarJob, origin: URL): ICalEventData {
  const link = new URL(`/jobs?job=${job.id}`, origin).href;
  return {
    ...timeOf(job),
    id: `job-${job.id}@${origin.hostname}`,
    summary: oneLine(job.title),
    location: oneLine(job.location),
    // Some calendars do not show the property URL.
    description: `Status: ${JOB_STATUS_LABELS[job.status]}\nSurvey Type: ${job.surveyType}\n${link}`,
    url: link,
    status: job.pilotId === null ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    created: job.createdAt,
    stamp: job.updatedAt,
    lastModified: job.updatedAt,
  };
}

/**
 * Returns the jobs as a calendar in the format iCalendar (RFC 5545). The same jobs always give the same text.
 *
 * @param origin origin of the product, for links and ids: `https://surveys.example`
 */
export function jobCalendar(jobs: readonly CalendarJob[], origin: string): string {
  const calendar = ical({
    name: NAME,
    prodId: { company: NAME, product: 'Schedule', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  for (const job of jobs) calendar.createEvent(eventOf(job, new URL(origin)));
  return `${calendar.toString()}\r\n`;
}
