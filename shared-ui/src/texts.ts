/** Interface texts of the kit. */
export const texts = {
  retry: 'Try again',
  requestId: 'Request id:',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on',
  close: 'Close',
  cancel: 'Cancel',
  about: (figure: string) => `About ${figure}`,
} as const;
