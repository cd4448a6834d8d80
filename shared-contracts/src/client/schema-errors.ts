import { ValidationError, type Schema } from 'yup';

/**
 * Returns the first error of each field; empty if the value is valid.
 *
 * A separate file, because pages load their checks after the first paint, and yup with them.
 */
export function schemaErrors(schema: Schema, value: object): Record<string, string> {
  try {
    schema.validateSync(value, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors: Record<string, string> = {};
    for (const { path, message } of error.inner) if (path !== undefined) errors[path] ??= message;
    return errors;
  }
}
