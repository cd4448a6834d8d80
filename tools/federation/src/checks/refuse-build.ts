import { BuildFailure } from '../build-failure.ts';
import type { Violation } from './violation.ts';

/** What somebody is told whose build breaks rules. */
export function refuseBuild(title: string, found: readonly Violation[]): BuildFailure {
  const lines = found.map(({ rule, problem, advice }) => `  [${rule}] ${problem}\n      ${advice}`);
  return new BuildFailure(
    `${title} breaks ${found.length} rule(s) for releases:\n${lines.join('\n')}`,
    'Without release.json nothing in dist can be released.',
  );
}
