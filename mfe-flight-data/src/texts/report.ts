import { HEIGHT_LIMIT_FEET, REPORT_LINK_DAYS } from '@dps/contract';

const limit = `${HEIGHT_LIMIT_FEET} ft`;
const flightsOf = (count: number) => (count === 1 ? '1 flight' : `${count} flights`);

/** The texts of evidence reports, which load with them. */
export const texts = {
  title: 'Evidence Report',
  loading: 'Loading report...',
  failed: 'Failed to load the report. Please try again.',
  print: 'Print',
  gone: {
    title: 'This link does not work',
    text: 'It has expired, or the client has revoked it. Ask the client for a new link.',
  },
  facts: {
    job: 'Job',
    site: 'Job location',
    survey: 'Survey Type',
    status: 'Status',
    payment: 'Payment',
    paid: (time: string, receipt: number) => `Paid ${time}, receipt ${receipt}`,
    unpaid: 'Not paid',
    flights: 'Flights',
    flightsText: (count: number, duration: string) => `${flightsOf(count)}, ${duration}`,
    notEvidence: (count: number) => `Not evidence of the job: ${flightsOf(count)}`,
    covered: 'Area covered',
    noArea: 'No track',
    overlaps: 'The sum of the flights. Where flights overlap, the area counts twice.',
    requested: 'Area requested',
    notRequested: 'The job states no area.',
    height: 'Height limit',
    asOf: 'As of',
    shared: 'Link expires',
  },
  heights: {
    none: 'No log',
    below: (count: number) => `Never higher than ${limit} in ${flightsOf(count)}`,
    above: (count: number, all: number) => `Higher than ${limit} in ${count} of ${flightsOf(all)}`,
    summary: (count: number) => `By the header of the record alone, without a track: ${flightsOf(count)}`,
    unknown: (count: number) => `Without heights: ${flightsOf(count)}`,
  },
  flight: (flightNumber: string) => `Flight ${flightNumber}`,
  noFlights: 'The job has no flights yet.',
  noLog: 'The pilot typed these values. The flight has no log.',
  uncheckedLog: 'The pilot typed these values. The server is checking the log.',
  unreadLog: 'The pilot typed these values. The log could not be read.',
  noTrack: 'The track is not in this report, because the job has many flights. Its figures are above.',
  about:
    'The server has read the logs that the pilot uploaded. A digest (SHA-256) identifies the file of a log.',
  share: {
    title: 'Share this report',
    text: `All who have the link can read this report without an account for ${REPORT_LINK_DAYS} days: the title and place of the job, and its flights with their tracks. It has no names and no amounts.`,
    create: 'Create Link',
    replace: 'New Link',
    revoke: 'Revoke Link',
    address: 'Link to the report',
    until: (day: string) => `The link works until ${day}.`,
    hidden: 'Its address is shown only when it is created. A new link ends this one.',
    failed: 'The link was not changed. Try again.',
    revoked: { title: 'Link revoked', description: 'The report is no longer shared.' },
  },
} as const;
