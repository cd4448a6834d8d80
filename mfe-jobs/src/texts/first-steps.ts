import type { FirstStep } from '../dashboard/first-steps/first-steps.ts';

/** Texts of the first steps. */
export const texts = {
  title: 'First steps',
  done: 'Done',
  count: (done: number, all: number) => `${done} of ${all} done`,
  hide: 'Hide',
  hideLabel: 'Hide first steps',
  steps: {
    picture: { title: 'Add a picture', text: 'It shows next to your name.' },
    post: { title: 'Post your first job', text: 'Pilots see it as soon as it is posted.' },
    accepted: { title: 'Wait for a pilot', text: 'You get a notification when a pilot accepts.' },
    pay: { title: 'Pay for finished work', text: 'From the state Review on, by card.' },
    profile: {
      title: 'Complete your profile',
      text: 'Add a picture and your flight hours.',
    },
    accept: { title: 'Accept your first job', text: 'Search the open jobs and accept one.' },
    log: { title: 'Log your first flight', text: 'By hand, or from the log of the aircraft.' },
    complete: { title: 'Complete a job', text: 'Set its progress, then its status.' },
  } satisfies Record<FirstStep, { title: string; text: string }>,
} as const;
