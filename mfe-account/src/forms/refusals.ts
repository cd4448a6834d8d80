import type { ErrorCode } from '@dps/shared-contracts';
import { isApiError } from '@dps/shared-contracts/client';

/** Values that the server refused, by field, each with the reason; a refusal stands until the value changes. */
export type Refusals = Readonly<Record<string, { value: unknown; message: string }>>;

export const NO_REFUSALS: Refusals = {};

/** Codes that are about one field. */
const FIELD_OF_CODE: Partial<Record<ErrorCode, string>> = {
  username_taken: 'username',
  email_taken: 'email',
};

/**
 * Which of the values of a form that was sent the server refused, and why; `NO_REFUSALS` when its answer is about no field.
 */
export function refusalsOf(error: unknown, sent: Readonly<Record<string, unknown>>): Refusals {
  if (!isApiError(error)) return NO_REFUSALS;
  const { code, userMessage, fields = [] } = error;
  const coded = code && FIELD_OF_CODE[code];
  const named = coded && userMessage ? [{ path: coded, message: userMessage }, ...fields] : fields;
  const ours = named.filter(({ path }) => Object.hasOwn(sent, path));
  if (ours.length === 0) return NO_REFUSALS;
  return Object.fromEntries(ours.map(({ path, message }) => [path, { value: sent[path], message }]));
}

/** The refusals that still hold for a candidate, as errors by field. */
export function standingRefusals(
  refusals: Refusals,
  candidate: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refusals)
      .filter(([field, { value }]) => candidate[field] === value)
      .map(([field, { message }]) => [field, message]),
  );
}
