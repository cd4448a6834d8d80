import { DomainError } from './domain-error.ts';

const MOST_ERRORS = 20;

/** An issue of the Standard Schema specification. */
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

function pathOf(issue: Issue): string {
  const segments = issue.path ?? [];
  return segments.map((segment) => String(typeof segment === 'object' ? segment.key : segment)).join('.');
}

/** Returns the error for schema issues, with the first message of each field. */
export function validationError(issues: readonly Issue[]): DomainError {
  const firstByPath = new Map<string, string>();
  for (const issue of issues) {
    const path = pathOf(issue);
    if (!firstByPath.has(path)) firstByPath.set(path, issue.message);
  }
  const errors = [...firstByPath].slice(0, MOST_ERRORS).map(([path, message]) => ({ path, message }));
  return new DomainError('validation_failed', { errors });
}
