import { PILOT_SHARE_PERCENT } from '@dps/contract';

/** Texts of the frame of signed-in users: a file of its own, because the first load does without the frame. */
export const frameTexts = {
  newer: {
    title: 'A newer version is ready',
    text: 'Reload the page to use it. Save first what you are typing.',
    reload: 'Reload',
    later: 'Later',
  },
  panel: {
    label: 'Side panel',
    navigation: 'Main',
    open: 'Open navigation',
    close: 'Close navigation',
    stats: 'Quick Stats',
    about: (figure: string) => `About ${figure}`,
    namePlaceholder: 'Your Name',
  },
  stats: {
    unknown: '–',
    activeJobs: { label: 'Active Jobs', hint: 'Your jobs that are in progress.' },
    monthlyEarnings: {
      label: 'Monthly Earnings',
      hint: `${PILOT_SHARE_PERCENT}% of the budgets of your completed and paid jobs, all time.`,
      note: `Your ${PILOT_SHARE_PERCENT}% share, paid or not yet`,
    },
    flightHours: {
      label: 'Flight Hours',
      hint: 'An estimate: 2.5 hours for each completed or paid job.',
      note: 'Estimate: 2.5 hours per job',
    },
    completedProjects: { label: 'Completed Projects', hint: 'Your jobs with the status Completed.' },
    totalInvested: {
      label: 'Total Invested',
      hint: 'The budgets of your completed and paid jobs, all time.',
      note: 'Full budgets, paid or not yet',
    },
  },
  notifications: {
    title: 'Notifications',
    unread: (count: number) => `Notifications, ${count} unread`,
    threads: (count: number) => `${count} unread ${count === 1 ? 'conversation' : 'conversations'}`,
    none: 'No new notifications',
    justNow: 'just now',
    failed: 'Your notifications could not be loaded. Nothing is lost; try again.',
    markAllRead: 'Mark all as read',
    newest: (shown: number, count: number) => `The newest ${shown} of ${count}`,
  },
  theme: { light: 'Light theme', dark: 'Dark theme', system: 'System theme' },
  account: {
    menu: 'User menu',
    profile: 'Profile Settings',
    payments: 'Payments',
    modules: 'Modules',
    signOut: 'Sign out',
    changed: (name: string) => ({
      title: `Signed in as ${name}`,
      description: 'This account signed in in another tab, so this page now shows it.',
    }),
  },
} as const;
