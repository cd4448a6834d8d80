/** Texts about the confirmation of email addresses. */
export const texts = {
  page: {
    title: 'Confirm your email address',
    intro: 'Confirm that you read the mail of the address to which we sent this link.',
    signInFirst:
      'Sign in to the account whose address you confirm. If you did not create an account, ignore the mail.',
    signIn: 'Sign In to Confirm',
    submit: 'Confirm Address',
    submitting: 'Confirming...',
    failed: 'The address could not be confirmed. Please try again.',
    doneTitle: 'Your email address is confirmed',
    done: 'You can close this page, or continue.',
    next: 'Continue',
    profile: 'Open Your Profile',
    incomplete:
      'This link is incomplete. Copy it completely from the mail, or send the mail again from your profile.',
  },
  unconfirmed: (email: string) =>
    `Please confirm this address: open the link in the mail that we sent to ${email}.`,
  pending: (pending: string, email: string) =>
    `${pending} becomes your address when you open the link in the mail that we sent there. Until then, it is ${email}.`,
  send: 'Send the Mail Again',
  sent: 'The mail is on its way.',
  sendFailed: 'The mail could not be sent. Please try again.',
  cancel: 'Cancel Change',
  canceled: { title: 'Success', description: 'Your email address stays as it is.' },
  cancelFailed: {
    title: 'Error',
    description: 'Failed to cancel the change. Please try again.',
    look: 'destructive',
  },
} as const;
