import { BuildFailure } from '../build-failure.ts';

/** A rule that a build breaks. */
export interface Violation {
  rule: string;
  /** Names the package or the file. */
  problem: string;
  /** The solution, for the developer. */
  advice: string;
}

/** Returns the failure of a build that breaks rules; `title` names the build. */
export function refuseBuild(title: string, found: readonly Violation[]): BuildFailure {
  const lines = found.map(({ rule, problem, advice }) => `  [${rule}] ${problem}\n      ${advice}`);
  return new BuildFailure(
    `${title} breaks ${found.length} release rule(s):\n${lines.join('\n')}`,
    'Without release.json, dist cannot be released.',
  );
}
