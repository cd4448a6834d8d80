/** What the sign-in and the signup page hand each other beside what the guard gave them: a username just made. */
export function usernameOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('username' in state)) return '';
  return typeof state.username === 'string' ? state.username : '';
}

/** The state of the sign-in page for who has just signed up: where the guard sends them afterwards stays in it. */
export function stateWithUsername(state: unknown, username: string): object {
  return { ...(typeof state === 'object' ? state : null), username };
}
