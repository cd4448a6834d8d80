/** Texts of the pages for a forgotten password, and for a change of the address that its user has not made. */
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
    submit: 'Change Password',
    submitting: 'Changing password...',
    done: 'Your password is changed. You can now sign in.',
    failed: 'Failed to change the password. Please try again.',
    incomplete: 'This link is incomplete. Copy it completely from the mail, or request a new one.',
    requestLink: 'Request a new link',
  },
  restore: {
    title: 'Restore your account',
    intro:
      'The email address of your account was changed. If you did not do this, choose a new password here.',
    effects: [
      'Your previous email address becomes active again.',
      'Your passkeys, your authenticator app and your recovery codes are as they were before the change.',
      'All devices are signed out, and the links of earlier mails end.',
    ],
    submit: 'Restore Account',
    submitting: 'Restoring account...',
    done: 'Your account is restored. You can now sign in.',
    failed: 'Failed to restore the account. Please try again.',
    incomplete: 'This link is incomplete. Copy it completely from the mail.',
    requestLink: 'Forgot password?',
  },
  password: 'New Password',
  confirm: 'Confirm New Password',
  done: 'Success',
  removedPasskeys: (count: number) =>
    count > 0 ? ` Removed passkeys that were added after your last sign-in on a known device: ${count}.` : '',
} as const;
