/** The texts of the schedule. */
export const scheduleTexts = {
  schedule: {
    title: 'Schedule',
    subtitle: 'Manage your upcoming flight missions',
    calendar: 'View Calendar',
    upcoming: 'Upcoming Jobs',
    pilotLabel: 'Client Project',
    clientLabel: 'Your Project',
    duration: '2 hours',
    emptyTitle: 'No Upcoming Jobs',
    pilotEmpty: 'No jobs scheduled at the moment. Check the Browse Jobs page for new opportunities.',
    clientEmpty: "You don't have any scheduled jobs. Create a new job posting to get started.",
    browse: 'Browse Jobs',
    createJob: 'Create a job',
    calendarTitle: 'Schedule Calendar',
    jobsFor: (date: string) => `Jobs for ${date}`,
    noneThatDay: 'No jobs scheduled for this date',
    nextMonth: 'First job after this month:',
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    dayWithJobs: (date: string, jobs: number) => `${date}, ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`,
  },
} as const;
