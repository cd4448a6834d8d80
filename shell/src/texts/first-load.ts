/** Texts of the shell that the first load includes. */
export const texts = {
  product: 'Drone Pilot Surveys',
  skip: 'Skip to content',
  loading: 'Loading...',
  requestId: 'Request id:',
  sessionUnknown: 'We could not check whether you are signed in. Nothing that you saved is lost.',
  connection: {
    lost: 'You are offline',
    whatNow: 'Nothing is lost. Save again once this notice is gone, unless it is saved on this device.',
  },
  notFound: {
    title: '404 Page Not Found',
    text: 'Did you forget to add the page to the router?',
    home: 'Back to Dashboard',
  },
  crash: {
    title: 'Something went wrong',
    text: 'This page could not be shown. What you saved is safe. Other input may be lost. Reload the page.',
    reload: 'Reload',
    home: 'Back to Dashboard',
    details: 'What happened',
  },
  theme: { toLight: 'Switch to light theme', toDark: 'Switch to dark theme' },
  toasts: { close: 'Close message' },
  modules: {
    retry: 'Retry',
    pageUnavailable: (title: string) => `${title} is unavailable`,
    pageUnavailableDetail: (title: string, version: string) =>
      `${title} ${version} could not be loaded. Everything else keeps working, and nothing that you saved is lost. Try again in a moment.`,
    overrideUnavailable: (title: string, source: string, problem: string) =>
      `${title} from ${source} could not be loaded. ${problem}`,
    widgetUnavailable: (title = 'This part') =>
      `${title} is unavailable right now. The rest of the page works.`,
  },
  start: {
    failed: 'Drone Pilot Surveys could not start',
    noRegistry:
      'The list of its parts (registry.json) is missing or damaged. Nothing that you saved is lost. Reload the page.',
    filesMissing:
      'Some of its files did not arrive or are damaged. Nothing that you saved is lost. Check the connection and reload the page.',
    reload: 'Reload',
  },
} as const;
