import {
  accountMay,
  permission,
  roleMay,
  type Actor,
  type Coordinates,
  type PERMISSIONS,
  type PermissionName,
} from '@dps/contract';
import { DomainError } from '../errors/domain-error.ts';

/** The user of a request's session. */
export interface SessionUser extends Actor {
  /** Uses up the proof that the user has just signed in again with this session. Resolves with whether there is one. */
  useProof: () => Promise<boolean>;
  /** Whether the user has to confirm the email address first. False in a deployment that does not send mail. */
  mustConfirmEmail: boolean;
  /** Where a pilot starts; null without a base. */
  base: Coordinates | null;
}

/** True if a route does not need a session. */
export function isPublic(name: PermissionName): boolean {
  return permission(name).roles === 'public';
}

/** Returns the error for an actor who may not call a route at all, or null. The route's resource is checked later. */
export function refusal(name: PermissionName, user: SessionUser | undefined): DomainError | null {
  if (isPublic(name)) return null;
  if (!user) return new DomainError('unauthenticated');
  if (!roleMay(name, user.role)) return new DomainError('forbidden');
  if (permission(name).confirmedEmail && user.mustConfirmEmail) return new DomainError('email_unconfirmed');
  return null;
}

/** Uses up the proof of a session. Throws `reauthentication_required` without one: the user has to sign in again for each change. */
export async function requireProof(user: Pick<SessionUser, 'useProof'> | undefined): Promise<void> {
  if (!(await user?.useProof())) throw new DomainError('reauthentication_required');
}

/** The permissions of calls that name an account by its id. */
export type AccountPermission = {
  [Name in PermissionName]: (typeof PERMISSIONS)[Name] extends { account: 'self' } ? Name : never;
}[PermissionName];

/** Checks the permission for the account that a call names. Throws `forbidden` for another user's account. */
export function requireAccount(name: AccountPermission, actor: Actor, accountId: number): void {
  if (!accountMay(name, actor, accountId)) throw new DomainError('forbidden');
}
