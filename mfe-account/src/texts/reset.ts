/** Texts of the pages for a forgotten password. */
export const texts = {
  signIn: 'Back to sign in',
  forgot: {
    title: 'Forgot your password?',
    intro: 'Enter the email address of your account. You get a link to choose a new password.',
    email: 'Email',
    submit: 'Send Link',
    submitting: 'Sending link...',
    sentTitle: 'Check your mail',
    sent: (email: string) =>
      `If an account has the address ${email}, a link is on its way. It works for 30 minutes.`,
    again: 'Use another address',
    failed: 'The link could not be sent. Please try again.',
  },
  reset: {
    title: 'Choose a new password',
    intro: 'The new password signs out all devices.',
    password: 'New Password',
    confirm: 'Confirm New Password',
    submit: 'Change Password',
    submitting: 'Changing password...',
    done: { title: 'Success', description: 'Your password is changed. You can now sign in.' },
    failed: 'Failed to change the password. Please try again.',
    incomplete: 'This link is incomplete. Copy it completely from the mail, or request a new one.',
    requestLink: 'Request a new link',
  },
} as const;
