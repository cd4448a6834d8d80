import { array, boolean, object, string, type InferType } from './yup.ts';

/** Identifier of a session: the first half of its token's SHA-256, which does not reveal the token. */
const SESSION_ID = /^[\da-f]{32}$/;

export const sessionParameter = object({
  id: string()
    .matches(SESSION_ID, 'Use an id of the list of sessions')
    .required()
    .meta({ jsonSchema: { pattern: SESSION_ID.source, examples: ['0f'.repeat(16)] } }),
}).required();
export type SessionParameter = InferType<typeof sessionParameter>;

/** A sign-in of the user that has not ended. */
export const sessionView = object({
  id: string().required(),
  /** Browser and system, such as "Firefox on Windows"; null if the browser named none. */
  device: string().nullable().defined(),
  /** The network of the sign-in: an IPv4 address, or the first 64 bits of an IPv6 address; null if unknown. */
  network: string().nullable().defined(),
  signedInAt: string().required(),
  /** Up to ten minutes late. */
  lastSeenAt: string().required(),
  /** True for the session of the request. */
  isCurrent: boolean().required(),
})
  .noUnknown()
  .meta({ id: 'Session' });
export type SessionView = InferType<typeof sessionView>;

/** GET /api/user/sessions: the session of the request first, then the last used ones. */
export const sessionListView = array(sessionView.required()).required();
