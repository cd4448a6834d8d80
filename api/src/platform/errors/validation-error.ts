import type { StandardSchemaV1 } from '@standard-schema/spec';
import { DomainError } from './domain-error.ts';

const MOST_ERRORS = 20;

function pathOf(issue: StandardSchemaV1.Issue): string {
  const segments = issue.path ?? [];
  return segments.map((segment) => String(typeof segment === 'object' ? segment.key : segment)).join('.');
}

/** The error for what a schema refused, naming the fields. */
export function validationError(issues: readonly StandardSchemaV1.Issue[]): DomainError {
  const errors = issues
    .slice(0, MOST_ERRORS)
    .map((issue) => ({ path: pathOf(issue), message: issue.message }));
  return new DomainError('validation_failed', { errors });
}
