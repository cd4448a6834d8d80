/** State of the navigation to the sign-in page. */
export interface SignInState {
  /** The path that required a session. */
  from: string;
}

/** Returns the path to open after a sign-in: the path that required a session, if it is of this origin; else the dashboard. */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/';
}
