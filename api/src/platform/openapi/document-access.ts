import { applyDecorators } from '@nestjs/common';
import { ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import type { ErrorCode, PermissionName } from '@dps/shared-contracts';
import { isPublic } from '../auth/admission.ts';

/** Where a route's own error codes stand in the document. */
export const ERROR_CODES_EXTENSION = 'x-error-codes';

/** Puts a route's access rule and its own errors into the OpenAPI document. */
export function documentAccess(permission: PermissionName, fails: readonly ErrorCode[]): MethodDecorator {
  const signedIn: readonly ErrorCode[] = isPublic(permission) ? [] : ['unauthenticated', 'forbidden'];
  return applyDecorators(
    ApiExtension(ERROR_CODES_EXTENSION, [...signedIn, ...fails]),
    ...(isPublic(permission) ? [] : [ApiCookieAuth()]),
  );
}
