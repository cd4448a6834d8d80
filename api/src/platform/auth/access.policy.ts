import {
  accountMay,
  permission,
  roleMay,
  type Actor,
  type PERMISSIONS,
  type PermissionName,
} from '@dps/contract';
import { DomainError } from '../errors/domain-error.ts';

/** True if a route needs no session. */
export function isPublic(name: PermissionName): boolean {
  return permission(name).roles === 'public';
}

/** Returns the error for an actor who may not call a route at all, or null. The route's resource is checked later. */
export function refusal(name: PermissionName, actor: Actor | undefined): DomainError | null {
  if (isPublic(name)) return null;
  if (!actor) return new DomainError('unauthenticated');
  return roleMay(name, actor.role) ? null : new DomainError('forbidden');
}

/** The permissions of calls that name an account by its id. */
export type AccountPermission = {
  [Name in PermissionName]: (typeof PERMISSIONS)[Name] extends { account: 'self' } ? Name : never;
}[PermissionName];

/** Checks the permission for the account that a call names. Throws `forbidden` for another user's account. */
export function requireAccount(name: AccountPermission, actor: Actor, accountId: number): void {
  if (!accountMay(name, actor, accountId)) throw new DomainError('forbidden');
}
