import { ERROR_STATUS, type ErrorCode, type ErrorView } from '@dps/shared-contracts';

/** An error in the API's own shape. */
export function errorAnswer(code: ErrorCode, message: string, requestId: string): ErrorView {
  return { statusCode: ERROR_STATUS[code], code, message, requestId };
}
