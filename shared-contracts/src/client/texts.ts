/** The words for calls that failed, where the server's own are not enough. */
export const texts = {
  unreachable: 'The server could not be reached. Check your connection and try again.',
  tooManyAttempts: (wait: string) => `Too many attempts. Try again in ${wait}.`,
} as const;
