const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** All interface texts of this module. */
export const texts = {
  title: 'Pre-flight Check',
  subtitle: (name: string) => `${name}, look at these before you take off.`,
  job: 'Job',
  chooseJob: 'Choose the job you fly for',
  loadingJobs: 'Loading jobs...',
  failed: 'Your jobs could not be loaded. Try again.',
  emptyTitle: 'No Jobs to Fly',
  emptyText: 'The jobs that you have accepted and not finished are here.',
  browse: 'Browse Jobs',
  flightsFailed: 'Your earlier flights for this job could not be loaded.',
  flights: (count: number, last: string) =>
    count === 1
      ? `You have flown for this job once, on ${date.format(new Date(last))}.`
      : `You have flown for this job ${count} times, last on ${date.format(new Date(last))}.`,
  noFlights: 'This is your first flight for this job.',
  list: 'Checklist',
  items: {
    weather: 'Wind and visibility are within the limits of the aircraft',
    airspace: 'The airspace is free, and the authorization is at hand',
    props: 'Propellers and arms are undamaged and locked',
    batteries: 'Batteries of aircraft and controller are charged',
    homePoint: 'The home point is set, the return height clears all obstacles',
    bystanders: 'All bystanders on the site are informed about the flight',
    privacy: 'The neighbors are not in the picture, or have agreed',
    cranes: 'The crane operator knows the flight path',
    lines: 'Power lines and masts are marked on the map',
    overlap: 'The flight plan overlaps enough between lines',
  },
  checked: (done: number, all: number) => `${done} of ${all} checked`,
  ready: 'Ready to Fly',
  readyToast: 'Ready to fly',
  clearances: 'Clearances',
  guide: {
    title: 'Keep Clear',
    picture:
      'An aircraft above open ground, with its greatest height and its distance from bystanders marked.',
    height: 'At most 120 m (400 ft) above the ground',
    bystanders: 'At least 50 m from bystanders',
    sight: 'Always within sight, without binoculars',
    note: 'Local rules may ask for more.',
    loading: 'Loading clearances...',
  },
} as const;
