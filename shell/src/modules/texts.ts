/** What the shell says about modules, and when it cannot start. */
export const moduleTexts = {
  loading: 'Loading...',
  retry: 'Retry',
  pageUnavailable: (title: string) => `${title} is unavailable`,
  pageUnavailableDetail: (title: string, version: string) =>
    `${title} ${version} could not be loaded. Everything else keeps working, and nothing that you saved is lost. Try again in a moment.`,
  overrideUnavailable: (title: string, source: string, problem: string) =>
    `${title} from ${source} could not be loaded. ${problem}`,
  widgetUnavailable: (title = 'This part') =>
    `${title} is unavailable right now. The rest of the page works.`,
  startFailed: 'Drone Pilot Surveys could not start',
  noRegistry:
    'The list of the parts that it is made of (registry.json) is missing or damaged. Nothing that you saved is lost. Reload the page in a moment; if that does not help, publish the registry again.',
  filesMissing:
    'Some of its files did not arrive whole. Nothing that you saved is lost. Check the connection and reload the page.',
  reload: 'Reload',
} as const;
