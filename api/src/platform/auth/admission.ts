import { permission, roleMay, type Actor, type PermissionName } from '@dps/shared-contracts';
import { DomainError } from '../errors/domain-error.ts';

/** True when a route needs no session. */
export function isPublic(name: PermissionName): boolean {
  return permission(name).roles === 'public';
}

/** Whether somebody may call a route at all, whatever it is about; the refusal, or null. */
export function refusal(name: PermissionName, actor: Actor | undefined): DomainError | null {
  if (isPublic(name)) return null;
  if (!actor) return new DomainError('unauthenticated');
  return roleMay(name, actor.role) ? null : new DomainError('forbidden');
}
