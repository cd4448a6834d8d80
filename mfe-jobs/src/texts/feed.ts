/** The texts of the calendar feed, which load with its dialog. */
export const texts = {
  intro:
    'Add your unpaid jobs to Google Calendar, Apple Calendar or Outlook. The calendar then follows the changes of each job.',
  none: 'There is no address yet. Only you see the address that you create here.',
  create: 'Create address',
  loadFailed: 'The address could not be loaded. Nothing is lost; try again.',
  changeFailed: 'The address was not changed. Try again.',
  address: 'Secret address',
  secret:
    'All who know this address can read the titles, times, places and statuses of your jobs, but no amounts.',
  google: 'Add to Google',
  apple: 'Add to Apple',
  outlook: 'Add to Outlook',
  delay: 'Your calendar app decides how often it reads the address, often every few hours.',
  replace: 'New address',
  confirm: {
    title: 'Create a new address?',
    text: 'The current address stops working at once. Calendars that use it no longer receive your jobs until you add the new address.',
  },
  replaced: { title: 'New address', description: 'The previous address no longer works.' },
} as const;
