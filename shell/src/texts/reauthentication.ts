/** Texts of the dialog in which the user on screen signs in again. */
export const reauthenticationTexts = {
  ended: {
    title: 'Your session has ended',
    text: 'Sign in again to continue where you were. What you typed is still here.',
    signIn: 'Sign in',
    leave: 'Use another account',
  },
  required: {
    title: 'Confirm that it is you',
    text: 'Enter your password to make this change.',
    signIn: 'Continue',
    leave: 'Cancel',
  },
  password: 'Password',
  code: 'Code of your authenticator app',
  passwordRequired: 'Password is required',
  signingIn: 'Signing in...',
  failed: 'Invalid username or password.',
} as const;
