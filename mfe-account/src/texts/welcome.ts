import { FEE_PERCENT, LICENSE_NOTE, PILOT_SHARE_PERCENT } from '@dps/contract';

/** Texts of the public page. */
export const texts = {
  title: 'Drone surveys, from job to receipt',
  intro:
    'Clients post the survey that they need. Pilots accept the job, fly it and deliver the files. Both see the same progress, the same files and the same money.',
  createAccount: 'Create account',
  again: 'Start with an account as client or pilot.',
  signIn: 'Sign in',
  privacy: 'What is stored, and how long',
  drawing: 'Flight lines over a survey site on a map with contour lines',
  caption: 'A site is flown in parallel lines. The solid part of the path has been flown.',
  north: 'N',
  steps: {
    title: 'How a job runs',
    intro: 'Each job has one of five states, and both sides see it.',
    list: {
      pending: 'The client posts place, survey type, budget, deadline and files. A pilot accepts the job.',
      'in-progress': 'The pilot reports the progress, logs the flights and uploads the results.',
      review: 'The client looks at the flights and the delivered files, and pays or asks for changes.',
      completed: 'The pilot has finished the job, which waits for the payment.',
      paid: 'The job is paid, and the client has the receipt. The pilot sees the earnings.',
    },
  },
  clients: {
    title: 'For clients',
    list: [
      'Post a job with plans and pictures. You pay when the work is done.',
      'See the record of your pilot on this platform: completed jobs, flight hours, deadlines met.',
      'Follow the progress, and read every change in the history of the job.',
      'Look at the delivered files before you pay, or ask for changes.',
    ],
    note: LICENSE_NOTE,
  },
  pilots: {
    title: 'For pilots',
    list: [
      'Search the open jobs, and accept those that fit your schedule.',
      'After you accept a job, its budget can rise but not fall.',
      'Log flights by hand, or upload the log of the aircraft: its figures fill in the form.',
      'Work without a network: progress and flights wait on this device.',
      'See your deadlines in a calendar, and your share of each budget.',
    ],
  },
  money: {
    title: 'What it costs',
    intro: 'The client pays the budget of the job, and nothing else. An account costs nothing.',
    share: "Pilot's share",
    sharePercent: `${PILOT_SHARE_PERCENT}% of the budget`,
    fee: 'Fee of the platform',
    feePercent: `${FEE_PERCENT}% of the budget`,
  },
} as const;
