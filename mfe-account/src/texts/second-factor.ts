const removeFailed = {
  title: 'Error',
  description: 'Failed to turn two-step verification off. Please try again.',
  look: 'destructive',
} as const;

/** Texts of the second factor on the page `/security`. */
export const texts = {
  section: 'Two-step Verification',
  about: 'Sign-ins then also require a code of your phone or a passkey, so a stolen password is not enough.',
  loading: 'Loading two-step verification...',
  loadFailed: 'Failed to load two-step verification. Please try again.',
  off: 'Two-step verification is off.',
  on: (since: string, codes: number) => `On since ${since}. Unused recovery codes: ${codes}.`,
  onWithPasskeys: (codes: number) => `On with your passkeys. Unused recovery codes: ${codes}.`,
  setUp: 'Set Up',
  replace: 'Set Up Again',
  remove: 'Turn Off',
  removed: { title: 'Success', description: 'Two-step verification is off.' },
  appRemoved: { title: 'Success', description: 'The authenticator app is removed.' },
  removeFailed,
  confirm: {
    title: 'Turn two-step verification off?',
    text: 'Sign-ins will require only your password. Your recovery codes stop working.',
  },
  confirmApp: {
    title: 'Remove the authenticator app?',
    text: 'Sign-ins with your password will require a passkey or a recovery code.',
  },
  dialog: {
    title: 'Set Up Two-step Verification',
    preparing: 'Creating a secret...',
    failed: 'Failed to set up two-step verification. Please try again.',
    scan: 'Scan this code with an authenticator app, or enter the secret there.',
    qr: 'QR code for an authenticator app',
    secret: 'Secret',
    code: 'Code of the app',
    missing: 'Enter the code',
    submit: 'Turn On',
    submitting: 'Turning on...',
    done: { title: 'Success', description: 'Two-step verification is on.' },
  },
  codes: {
    title: 'Recovery codes',
    about:
      'Each code replaces your phone or passkey once, and earlier codes stop working. Keep them in a safe place: they are not shown again, and without them you can lose access.',
    copy: 'Copy',
    copied: 'Copied.',
    copyByHand: 'The browser does not allow this. Select and copy the codes.',
    download: 'Download',
    file: 'recovery-codes.txt',
    finish: 'I Have Saved Them',
  },
} as const;
