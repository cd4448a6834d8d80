import { isApiError } from '@dps/shared-contracts/client';

/** What the server said about single fields, by their names. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = isApiError(error) ? (error.fields ?? []) : [];
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]));
}
