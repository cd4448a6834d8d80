/** What the guard hands to the sign-in page: where somebody wanted to go. */
export interface SignInState {
  from: string;
}

/** The address to go on to after signing in: an address of ours that the guard handed over, else the dashboard. */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/';
}
