/** What the shell says, but for modules that fail. */
export const texts = {
  product: 'Drone Pilot Surveys',
  skip: 'Skip to content',
  loading: 'Loading...',
  requestId: 'Request id:',
  sessionUnknown: 'We could not check whether you are signed in. Nothing that you saved is lost.',
  notFound: {
    title: '404 Page Not Found',
    text: 'Did you forget to add the page to the router?',
    home: 'Back to Dashboard',
  },
  crash: {
    title: 'Something went wrong',
    text: 'This page could not be shown. What you saved is safe. Reload the page to go on.',
    reload: 'Reload',
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
    activeJobs: { label: 'Active Jobs', hint: 'Your jobs that are in progress.' },
    monthlyEarnings: {
      label: 'Monthly Earnings',
      hint: '70% of the budgets of your completed and paid jobs, all time.',
    },
    flightHours: {
      label: 'Flight Hours',
      hint: 'An estimate: 2.5 hours for each completed or paid job.',
    },
    completedProjects: { label: 'Completed Projects', hint: 'Your jobs with the status Completed.' },
    totalInvested: {
      label: 'Total Invested',
      hint: 'The budgets of your completed and paid jobs, all time.',
    },
  },
  notifications: {
    title: 'Notifications',
    unread: (count: number) => `Notifications, ${count} unread`,
    none: 'No new notifications',
    justNow: 'just now',
    failed: 'Your notifications could not be loaded. Nothing is lost; try again.',
    markAllRead: 'Mark all as read',
    newest: (shown: number, count: number) => `The newest ${shown} of ${count}`,
  },
  account: { menu: 'User menu', profile: 'Profile Settings', signOut: 'Sign out' },
  ended: {
    title: 'Your session has ended',
    text: 'Sign in again to go on where you were. What you typed is still here.',
    password: 'Password',
    passwordRequired: 'Password is required',
    signIn: 'Sign in',
    signingIn: 'Signing in...',
    failed: 'Invalid username or password.',
    leave: 'Use another account',
  },
  toasts: { close: 'Close message' },
} as const;
