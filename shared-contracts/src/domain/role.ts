export const ROLES = ['pilot', 'client'] as const;
export type Role = (typeof ROLES)[number];

/** The label of a role on every screen. */
export const ROLE_LABELS = { pilot: 'Licensed Pilot', client: 'Client' } as const satisfies Record<
  Role,
  string
>;
