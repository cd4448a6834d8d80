import { applyDecorators } from '@nestjs/common';
import { ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import { permission, ROLES, type ErrorCode, type PermissionName } from '@dps/shared-contracts';
import { isPublic } from '../auth/access.policy.ts';

/** Where a route's own error codes stand until the document is complete. */
export const ERROR_CODES_EXTENSION = 'x-error-codes';
/** The permission of the contract's table that an operation is for; it stays in the document. */
export const PERMISSION_EXTENSION = 'x-permission';

/** The error codes that follow from an access rule. */
export function accessCodes(name: PermissionName): ErrorCode[] {
  if (isPublic(name)) return [];
  const { roles, account, job } = permission(name);
  // Whoever may not even read a job is told that there is none.
  const forbids = roles.length < ROLES.length || account !== undefined || (job && job !== 'reader');
  return [
    'unauthenticated',
    ...(forbids ? (['forbidden'] as const) : []),
    ...(job ? (['not_found'] as const) : []),
  ];
}

/** Puts a route's access rule and its own errors into the OpenAPI document. */
export function documentAccess(name: PermissionName, fails: readonly ErrorCode[]): MethodDecorator {
  return applyDecorators(
    ApiExtension(ERROR_CODES_EXTENSION, [...accessCodes(name), ...fails]),
    ApiExtension(PERMISSION_EXTENSION, name),
    ...(isPublic(name) ? [] : [ApiCookieAuth()]),
  );
}
