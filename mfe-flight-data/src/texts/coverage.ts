import { ASSUMED_VIEW, type UncountedReason } from '@dps/contract';

const view = `${ASSUMED_VIEW.across}° by ${ASSUMED_VIEW.along}°`;

/** The texts of the covered part of an area, which load with it. */
export const coverageTexts = {
  title: 'Coverage',
  flown: (coverage: string) => `${coverage} flown`,
  notFlown: (percent: number) => `${percent}% not flown`,
  complete: 'No gaps',
  noFlights: 'The job has no flights yet.',
  image: (coverage: string) =>
    `The area from above, north at the top: ${coverage} flown. The parts that are not flown are hatched.`,
  north: 'N ↑',
  legend: 'Flown is green, not flown is hatched.',
  about: 'About Coverage',
  method: [
    'The ground in the pictures along the tracks of all flights together, from height, field of view and course, cut with the area. A client sees the flights of all pilots, and a pilot the own ones.',
    'It assumes that the camera points straight down over flat ground and takes pictures all the time, and that the long side of its sensor lies across the track. Where a log has no positions for more than 10 seconds, the ground in between does not count.',
    'It is right within 1% of the area, and says nothing about the quality of pictures.',
  ].join(' '),
  assumed: (count: number) =>
    `${count === 1 ? '1 flight has' : `${count} flights have`} an unknown camera. A field of view of ${view} is assumed.`,
  uncounted: {
    'no-log': 'Not counted, because they have no log',
    checking: 'Not counted yet, because the server checks the log',
    unreadable: 'Not counted, because the log could not be read',
    'not-evidence': 'Not counted, because the log is not evidence of the job',
    'no-track': 'Not counted, because the log has no track',
    'no-heights': 'Not counted, because the log has no heights',
  } satisfies Record<UncountedReason, string>,
  otherReason: 'Not counted',
  ofFlights: (reason: string, flights: string) => `${reason}: ${flights}`,
  loading: 'Loading coverage...',
  failed: 'The coverage could not be loaded. Please try again.',
} as const;
