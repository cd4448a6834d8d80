/** Interface texts of the kit. */
export const texts = {
  retry: 'Try again',
  requestId: 'Request id:',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on',
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied.',
  copyByHand: 'The browser does not allow this. Copy the selected text with Ctrl+C or ⌘C.',
  about: (figure: string) => `About ${figure}`,
  onDemand: {
    waiting: {
      title: 'You are offline',
      description: 'This part opens when the connection is back.',
      look: 'destructive',
    },
  },
} as const;
