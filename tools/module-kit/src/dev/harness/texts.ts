/** The interface texts of the harness. */
export const texts = {
  harness: 'Harness',
  named: (title: string, version: string) => `${title} ${version}`,
  page: (page: string, module: string) => `${page} – ${module} harness`,
  pages: 'Pages',
  widgets: 'Widgets',
  inProduct: 'In the product',
  loading: 'Loading...',
  account: {
    label: 'Signed in as',
    signedOut: 'No user',
    failed: 'The account could not be changed.',
  },
  theme: { toLight: 'Switch to light theme', toDark: 'Switch to dark theme' },
  session: {
    unknown: 'The signed-in user could not be loaded.',
    forUsers: {
      title: 'For signed-in users',
      text: 'The product redirects to the sign-in page. Choose an account in the bar above.',
    },
    forGuests: {
      title: 'For signed-out users',
      text: 'The product redirects to the dashboard. Choose “No user” in the bar above.',
    },
  },
  notFound: {
    title: 'Not a page of this module',
    text: (path: string) => `${path} may be a page of another module, which only the product shows.`,
    open: 'Open it in the product',
  },
  moduleError: {
    title: 'The module threw an error',
    text: 'In the product, the last working release replaces it. Change the source, or try again.',
    again: 'Try again',
  },
  placeholder: {
    label: (name: string) => `Widget ${name}`,
    text: 'The product shows the widget of another module here.',
  },
  story: {
    props: 'Props (JSON)',
    callbacks: (names: string) => `The widget also receives the callbacks ${names}.`,
    notJson: 'This is not a JSON object.',
    called: (name: string) => `${name} was called.`,
    again: 'Show again',
    noExample: 'Set its initial props in src/widgets.example.ts.',
  },
  toasts: { close: 'Close message' },
} as const;
