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
} as const;
