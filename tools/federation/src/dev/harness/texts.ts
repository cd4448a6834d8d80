/** Every text of the harness. */
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
    nobody: 'Nobody',
    failed: 'The account could not be changed.',
  },
  theme: { toLight: 'Switch to light theme', toDark: 'Switch to dark theme' },
  session: {
    unknown: 'The product did not say who is signed in.',
    forUsers: 'For signed-in users',
    forUsersText: 'The product leads to sign in from here. Choose an account in the bar above.',
    forGuests: 'For those who are not signed in',
    forGuestsText: 'The product leads on to the dashboard from here. Choose “Nobody” in the bar above.',
  },
  elsewhere: {
    title: 'Not a page of this module',
    text: (path: string) => `${path} may belong to another module. In the product the shell knows.`,
    open: 'Open it in the product',
  },
  thrown: {
    title: 'This part has thrown an error',
    text: 'In the product the last good release takes over. Change the source, or try again.',
    again: 'Try again',
  },
  foreign: {
    label: (name: string) => `Widget ${name}`,
    text: 'It belongs to another module; the composed product shows it here.',
  },
  story: {
    props: 'Props (JSON)',
    callbacks: (names: string) => `Besides these it gets ${names}.`,
    notJson: 'This is no JSON object.',
    called: (name: string) => `${name} was called.`,
    again: 'Show it again',
    noExample: 'Give it its first props in src/widgets.example.ts.',
  },
  toasts: { close: 'Close message' },
} as const;
