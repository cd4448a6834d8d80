import type { ErrorCode } from '@dps/contract';
import { isApiError } from '@dps/contract/guest';

/** Values that the server rejected, by field, each with the message. */
export type RejectedValues = Readonly<Record<string, { value: unknown; message: string }>>;

export const NO_REJECTED_VALUES: RejectedValues = {};

const FIELD_OF_CODE: Partial<Record<ErrorCode, string>> = {
  username_taken: 'username',
  email_taken: 'email',
};

/** Returns the sent values that the server rejected; `NO_REJECTED_VALUES` if the error concerns no field of the form. */
export function rejectedValues(error: unknown, sent: Readonly<Record<string, unknown>>): RejectedValues {
  if (!isApiError(error)) return NO_REJECTED_VALUES;
  const { code, userMessage, fields = [] } = error;
  const field = code && FIELD_OF_CODE[code];
  const named = field && userMessage ? [{ path: field, message: userMessage }, ...fields] : fields;
  const inForm = named.filter(({ path }) => Object.hasOwn(sent, path));
  if (inForm.length === 0) return NO_REJECTED_VALUES;
  return Object.fromEntries(inForm.map(({ path, message }) => [path, { value: sent[path], message }]));
}

/** Returns the messages of the rejected values that the form still contains, by field. */
export function rejectionErrors(
  rejected: RejectedValues,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rejected)
      .filter(([field, { value }]) => values[field] === value)
      .map(([field, { message }]) => [field, message]),
  );
}
