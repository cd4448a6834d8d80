/** The words of the kit's own parts. */
export const texts = {
  retry: 'Try again',
  requestId: 'Request id:',
  close: 'Close',
  cancel: 'Cancel',
} as const;
