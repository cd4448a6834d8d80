import { END_REQUEST_DAYS } from '@dps/contract';

/** The texts of a user's requests with a reason, which load with their form. */
export const texts = {
  cancel: 'Cancel',
  pilot: 'The pilot',
  changes: {
    title: 'Ask for Changes',
    text: 'The job goes back to In Progress. The pilot reads your comment in a mail and in the history, and submits the work again. Nothing is charged.',
    label: 'What should change?',
    submit: 'Send to Pilot',
    done: { title: 'Changes Requested', description: 'The pilot is notified and submits the work again.' },
    paid: {
      title: 'Job Paid',
      description: 'Your card payment had already arrived, so the job is paid and the work is accepted.',
    },
    failed: 'Your request could not be sent. Nothing was changed; try again.',
  },
  end: {
    title: 'End Assignment',
    text: (pilot: string) =>
      `${pilot} loses the job and reads your reason. Its progress starts at 0%, and other pilots can accept it. The flights and files so far stay readable to you and to this pilot.`,
    label: 'Why does the assignment end?',
    submit: 'End Assignment',
    done: { title: 'Assignment Ended', description: 'Other pilots can accept the job again.' },
    failed: 'The assignment could not be ended. Nothing was changed; try again.',
  },
  askEnd: {
    title: 'Ask to End Assignment',
    text: (pilot: string) =>
      `${pilot} reads your reason and can agree or decline. Without a decision, the assignment ends after ${END_REQUEST_DAYS} days. The job is then open again.`,
    label: 'Why should the assignment end?',
    submit: 'Ask Pilot',
    done: { title: 'Pilot Asked', description: 'You get a mail when the pilot has decided.' },
    failed: 'The pilot could not be asked. Nothing was changed; try again.',
  },
  withdraw: {
    title: 'Withdraw from this job?',
    text: () =>
      'The job is open again for other pilots, with progress 0%. Your flights and deliverables stay readable to the client and to you.',
    label: 'Why do you withdraw?',
    submit: 'Withdraw',
    done: { title: 'Withdrawn', description: 'The client is notified. Other pilots can accept the job.' },
    failed: 'You could not withdraw. Nothing was changed; try again.',
  },
} as const;
