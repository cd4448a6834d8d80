import ICAL from 'ical.js';
import { jobCalendar, type CalendarJob } from './job-calendar.ts';

const ORIGIN = 'https://surveys.example';

const job = (given: Partial<CalendarJob> = {}): CalendarJob => ({
  id: 17,
  title: 'Roof inspection',
  surveyType: 'Property Inspection',
  location: 'Baltimore, MD',
  status: 'in-progress',
  pilotId: 7,
  deadline: new Date('2026-12-31T14:30:00.000Z'),
  deadlineHasTime: true,
  createdAt: new Date('2026-11-01T10:00:00.000Z'),
  updatedAt: new Date('2026-11-20T18:05:09.123Z'),
  ...given,
});

const parse = (text: string) => new ICAL.Component(ICAL.parse(text));

/** The properties of the only event, by name; an independent library parses the text. */
function propertiesOf(given: Partial<CalendarJob>): Record<string, string> {
  const [event, ...others] = parse(jobCalendar([job(given)], ORIGIN)).getAllSubcomponents('vevent');
  expect(others).toEqual([]);
  const properties = event?.getAllProperties() ?? [];
  return Object.fromEntries(properties.map((each) => [each.name, String(each.getFirstValue())]));
}

describe('the event of a job', () => {
  it('[FEED-10, FEED-12] has the job without money and names', () => {
    expect(propertiesOf({})).toEqual({
      uid: 'job-17@surveys.example',
      sequence: '0',
      dtstamp: '2026-11-20T18:05:09Z',
      dtstart: '2026-12-31T14:30:00Z',
      dtend: '2026-12-31T16:30:00Z',
      summary: 'Roof inspection',
      location: 'Baltimore, MD',
      description:
        'Status: In Progress\nSurvey Type: Property Inspection\nhttps://surveys.example/jobs?job=17',
      url: 'https://surveys.example/jobs?job=17',
      status: 'CONFIRMED',
      created: '2026-11-01T10:00:00Z',
      'last-modified': '2026-11-20T18:05:09Z',
    });
  });

  it.each<[string, Partial<CalendarJob>, Record<string, string | undefined>]>([
    [
      '[FEED-9] is a free day for a deadline without a time',
      { deadline: new Date('2026-12-31T00:00:00.000Z'), deadlineHasTime: false },
      { dtstart: '2026-12-31', dtend: undefined, transp: 'TRANSPARENT' },
    ],
    [
      'is the same day for the first date of a year',
      { deadline: new Date('2027-01-01T00:00:00.000Z'), deadlineHasTime: false },
      { dtstart: '2027-01-01' },
    ],
    [
      'continues after midnight',
      { deadline: new Date('2026-12-31T23:30:00.000Z') },
      { dtstart: '2026-12-31T23:30:00Z', dtend: '2027-01-01T01:30:00Z' },
    ],
    [
      'ends with the last year that a date can name',
      { deadline: new Date('9999-12-31T23:30:00.000Z') },
      { dtstart: '9999-12-31T23:30:00Z', dtend: '9999-12-31T23:59:59Z' },
    ],
    ['is tentative without a pilot', { pilotId: null, status: 'pending' }, { status: 'TENTATIVE' }],
    [
      'keeps separators and backslashes',
      { title: 'Roof; gutters, \\ "walls"', location: 'A;B,C\\n' },
      { summary: 'Roof; gutters, \\ "walls"', location: 'A;B,C\\n' },
    ],
    [
      '[FEED-13] keeps a text in one property',
      { location: 'Austin\r\nATTENDEE:mailto:a@example.com\u0007\u0000' },
      { location: 'Austin ATTENDEE:mailto:a@example.com', attendee: undefined },
    ],
    [
      '[FEED-13] keeps long titles in all scripts',
      { title: '🚁 Пилот مسح 測量 '.repeat(12).trim() },
      { summary: '🚁 Пилот مسح 測量 '.repeat(12).trim() },
    ],
  ])('%s', (_what, given, expected) => {
    expect(propertiesOf(given)).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    );
    const absent = new Set(Object.keys(expected).filter((name) => expected[name] === undefined));
    expect(Object.keys(propertiesOf(given)).filter((name) => absent.has(name))).toEqual([]);
  });
});

describe('the calendar', () => {
  it('[FEED-14] has its name, the interval of reads and one event per job', () => {
    const calendar = parse(jobCalendar([job({ id: 1 }), job({ id: 2 })], ORIGIN));
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(2);
    expect(parse(jobCalendar([], ORIGIN)).getAllSubcomponents('vevent')).toEqual([]);
    const values = ['version', 'prodid', 'method', 'x-wr-calname', 'refresh-interval', 'x-published-ttl'].map(
      (name) => String(calendar.getFirstPropertyValue(name)),
    );
    expect(values).toEqual([
      '2.0',
      '-//Drone Pilot Surveys//Schedule//EN',
      'PUBLISH',
      'Drone Pilot Surveys',
      'PT1H',
      'PT1H',
    ]);
  });

  it('[FEED-13] has lines of at most 75 bytes that end with CRLF', () => {
    const text = jobCalendar([job({ title: 'é'.repeat(200), location: '🚁'.repeat(300) })], ORIGIN);
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line))).toEqual([]);
  });
});
