import { ValidationError, type Schema } from 'yup';

/** The first error of each field of a candidate, by the field's name; empty when the schema accepts it. */
export function schemaErrors(schema: Schema, candidate: object): Record<string, string> {
  try {
    schema.validateSync(candidate, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors: Record<string, string> = {};
    for (const { path, message } of error.inner) if (path !== undefined) errors[path] ??= message;
    return errors;
  }
}
