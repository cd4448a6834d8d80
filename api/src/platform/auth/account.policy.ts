import { accountMay, type Actor, type PERMISSIONS, type PermissionName } from '@dps/shared-contracts';
import { DomainError } from '../errors/domain-error.ts';

/** The permissions of calls that name an account by its id. */
export type AccountPermission = {
  [Name in PermissionName]: (typeof PERMISSIONS)[Name] extends { account: 'self' } ? Name : never;
}[PermissionName];

/** Asks the permission table about the account that a call names. Throws `forbidden` for anybody else's. */
export function requireAccount(permission: AccountPermission, actor: Actor, accountId: number): void {
  if (!accountMay(permission, actor, accountId)) throw new DomainError('forbidden');
}
