import { COUNTED_CLIENT_JOBS, formatAreaSize } from '@dps/contract';

const numbers = new Intl.NumberFormat('en-US');
/** A number that is counted up to a maximum. */
const upTo = (value: number) => (value < COUNTED_CLIENT_JOBS ? String(value) : `${COUNTED_CLIENT_JOBS}+`);
const count = (value: number) => numbers.format(value);
const milesAway = (miles: number) =>
  miles === 0 ? 'less than a mile away' : `${count(miles)} ${miles === 1 ? 'mile' : 'miles'} away`;

/** The texts of the jobs page and of the page of open jobs. */
export const jobsTexts = {
  browse: {
    sort: 'Sort by',
    sorts: {
      newest: 'Newest First',
      deadline: 'Next Deadline',
      budget: 'Highest Pay',
      distance: 'Nearest First',
    },
    distance: 'Distance',
    anyDistance: 'Any Distance',
    within: (miles: string) => `Within ${miles} miles`,
    noBase: 'Set your base to see how far away each job is.',
    setBase: 'Set your base',
    survey: (type: string, squareMeters: number | null | undefined) =>
      squareMeters ? `${type} · ${formatAreaSize(squareMeters)}` : type,
    /** `miles` is undefined without a base, and null for an unknown place. */
    place: (location: string, miles: number | null | undefined) =>
      miles === undefined || miles === null ? location : `${location} · ${milesAway(miles)}`,
    title: 'Browse Available Jobs',
    subtitle: 'Open surveying jobs that no pilot has accepted yet',
    search: 'Search jobs',
    searchPlaceholder: 'Title, place or client',
    count: ({ found, more }: { found: number; more: boolean }) =>
      `${more ? 'More than ' : ''}${count(found)} available ${found === 1 ? 'job' : 'jobs'}`,
    more: 'Show More Jobs',
    noneText: 'Jobs that clients post appear here until a pilot accepts them.',
    refresh: 'Refresh',
    showNew: (jobs: number) => `Show ${count(jobs)} new ${jobs === 1 ? 'job' : 'jobs'}`,
    taken: 'No Longer Available',
    gone: {
      title: 'Job No Longer Available',
      description: 'A pilot has accepted it, or the client has withdrawn it.',
    },
    budget: (amount: string) => `Budget ${amount}`,
    youGet: (amount: string) => `You get ${amount}`,
    clientJobs: ({ posted, paid }: { posted: number; paid: number }) =>
      `${upTo(posted)} ${posted === 1 ? 'job' : 'jobs'} posted, ${upTo(paid)} paid`,
    details: 'View Details',
    empty: 'No available jobs found matching your criteria.',
    restrictedTitle: 'Access Restricted',
    restrictedText: 'This page is only available for pilots.',
    toDashboard: 'Return to Dashboard',
  },
  jobs: {
    pilotTitle: 'My Jobs',
    pilotSubtitle: 'Your accepted jobs',
    clientTitle: 'Posted Jobs',
    clientSubtitle: 'Your posted jobs',
    create: 'Create New Job',
    hidden: (title: string) => `"${title}" is posted. The filters hide it.`,
    search: 'Search jobs',
    searchPlaceholder: 'Title, place, client or number',
    moreFilters: 'More Filters',
    activeFilters: 'active',
    lowestBudget: 'Lowest Budget ($)',
    highestBudget: 'Highest Budget ($)',
    earliestDeadline: 'Earliest Deadline',
    latestDeadline: 'Latest Deadline',
    budgetProblems: {
      unreadable: 'Not applied: enter dollars, such as 1250 or 1250.50',
      reversed: 'Not applied: this is below the lowest budget',
    },
    deadlineProblems: {
      unreadable: 'Not applied: enter a complete date',
      reversed: 'Not applied: this is before the earliest deadline',
    },
    matches: (matching: number, all: number) =>
      `${count(matching)} of ${count(all)} ${all === 1 ? 'job' : 'jobs'}`,
  },
} as const;
