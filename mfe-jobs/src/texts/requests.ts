/** The texts of a user's requests with a reason, which load with their form. */
export const texts = {
  cancel: 'Cancel',
  changes: {
    title: 'Ask for Changes',
    text: 'The job goes back to In Progress. The pilot reads your comment in a mail and in the history, and submits the work again. Nothing is charged.',
    label: 'What should change?',
    submit: 'Send to Pilot',
    done: { title: 'Changes Requested', description: 'The pilot is notified and submits the work again.' },
    failed: 'Your request could not be sent. Nothing was changed; try again.',
  },
} as const;
