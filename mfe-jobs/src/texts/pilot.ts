/** The texts of the pilot card, which load with the dialogs. */
export const pilotTexts = {
  title: 'Pilot',
  failed: 'The pilot could not be loaded. Nothing is lost; try again.',
  memberSince: (day: string) => `Member since ${day}`,
  completedJobs: 'Completed Jobs',
  flightHours: 'Flight Hours',
  withLogs: 'With Flight Logs',
  onTime: 'On Time',
  hours: (minutes: number) => `${(minutes / 60).toFixed(1)} h`,
  /** Rounded down, so that only complete shares read 100%. */
  share: (part: number, all: number) => `${Math.floor((100 * part) / all)}% (${part} of ${all})`,
  source:
    'Counted from jobs and logged flights on Drone Pilot Surveys. On time: submitted for review by the deadline.',
} as const;
