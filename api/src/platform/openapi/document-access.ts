import { applyDecorators } from '@nestjs/common';
import { ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import { permission, ROLES, type ErrorCode, type PermissionName } from '@dps/contract';
import { isPublic } from '../auth/access.policy.ts';
import { limitClassOf } from '../throttling/request-limits.ts';

/** Holds a route's own error codes until the document is complete. */
export const ERROR_CODES_EXTENSION = 'x-error-codes';
/** Names the permission of an operation in the document. */
export const PERMISSION_EXTENSION = 'x-permission';

/** Returns the error codes that follow from an access rule. */
export function accessCodes(name: PermissionName): ErrorCode[] {
  const limited: ErrorCode[] = limitClassOf(name) === null ? [] : ['rate_limited'];
  if (isPublic(name)) return limited;
  const { roles, account, job, confirmedEmail, proof } = permission(name);
  // A user who may not read a job gets `not_found`.
  const forbids =
    roles.length < ROLES.length || account !== undefined || (job && job !== 'reader' && job !== 'applicant');
  return [
    'unauthenticated',
    'other_user',
    ...(forbids ? (['forbidden'] as const) : []),
    ...(confirmedEmail ? (['email_unconfirmed'] as const) : []),
    ...(proof ? (['reauthentication_required'] as const) : []),
    ...(job ? (['not_found'] as const) : []),
    ...limited,
  ];
}

/** Adds a route's access rule and its own errors to the OpenAPI document. */
export function documentAccess(name: PermissionName, fails: readonly ErrorCode[]): MethodDecorator {
  return applyDecorators(
    ApiExtension(ERROR_CODES_EXTENSION, [...accessCodes(name), ...fails]),
    ApiExtension(PERMISSION_EXTENSION, name),
    ...(isPublic(name) ? [] : [ApiCookieAuth()]),
  );
}
