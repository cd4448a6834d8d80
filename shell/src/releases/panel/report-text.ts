import type { PartReport } from './module-report.ts';

/**
 * The panel as text, for the report of a fault.
 *
 * @param head lines about the page as a whole
 */
export function reportText(head: readonly string[], parts: readonly PartReport[]): string {
  const lines = parts.map(({ title, version, contract, loaded, why }) =>
    [`${title} ${version}`, ...why, loaded, contract].filter((each) => each !== '').join(' | '),
  );
  return [...head, ...lines].join('\n');
}
