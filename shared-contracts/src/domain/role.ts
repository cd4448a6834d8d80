export const ROLES = ['pilot', 'client'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Parses a user in a response for the screens, which treat every role other than `client` as `pilot`, also a missing one.
 */
export const parseUser = <User extends { role: Role }>(user: User): User => ({
  ...user,
  role: user.role === 'client' ? 'client' : 'pilot',
});

/** The label of a role on every screen. */
export const ROLE_LABELS = { pilot: 'Licensed Pilot', client: 'Client' } as const satisfies Record<
  Role,
  string
>;

/** The tooltip of the pilots' label. */
export const LICENSE_NOTE = 'Drone Pilot Surveys does not verify licenses.';

/** Users that a route admits. `public`: all; `guest`: signed-in users go to the dashboard; `user`: others go to sign in. */
export const ROUTE_ACCESS = ['public', 'guest', 'user'] as const;
export type RouteAccess = (typeof ROUTE_ACCESS)[number];
