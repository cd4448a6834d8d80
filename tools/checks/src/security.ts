import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './repository-files.ts';

const TABLE = 'docs/security/asvs.csv';
const HEADER = 'requirement,level,status,evidence,note';
/** Requirements of the levels 1 and 2 in OWASP ASVS 5.0.0. */
const REQUIREMENTS = 253;
/** `tested`: the test fails without the control. `decided` and `not met`: a section of the decisions has the reason. */
const STATUSES = new Set(['tested', 'decided', 'not met', 'not applicable']);
/** Separates the values of a cell. */
const SEPARATOR = ' | ';

/** Returns the text that must occur in the evidence's file: a test's title, or the heading of a decision. */
const expectedText = (file: string, part: string): string => (file.endsWith('.md') ? `## ${part}\n` : part);

function rowFaults(line: string, read: (file: string) => string | null): string[] {
  const [requirement = '', level = '', status = '', evidence = '', note = '', ...more] = line.split(',');
  const sources = evidence.split(SEPARATOR).filter((source) => source !== '');
  const faults = sources.flatMap((source) => {
    const [file = '', part = ''] = source.split('#');
    const text = read(file);
    if (text === null) return [`${file} does not exist`];
    if (status === 'tested' && !file.includes('.spec.')) return [`${file} is not a test`];
    if (part === '') return [`${source} names no part of a title`];
    return text.includes(expectedText(file, part)) ? [] : [`${file} has no "${part}"`];
  });
  if (more.length > 0) faults.push('the row has more than five cells');
  if (!/^\d+\.\d+\.\d+$/.test(requirement) || !/^[12]$/.test(level))
    faults.push('expected a requirement and its level');
  if (!STATUSES.has(status)) faults.push(`${status} is not a status`);
  else if (status !== 'not applicable' && sources.length === 0) faults.push('expected evidence');
  if (status.startsWith('not ') && note === '') faults.push('expected a note that says why');
  return faults.map((fault) => `${requirement}: ${fault}`);
}

/**
 * Checks the table of security requirements: each is linked to a test or a decision, or has a reason why it does not apply.
 *
 * @param table the CSV text; evidence is `path#part of the title`
 * @param read returns the text of a file, or null if there is no such file
 * @param count expected number of requirements
 * @returns one line for each fault
 */
export function securityFaults(
  table: string,
  read: (file: string) => string | null,
  count: number,
): string[] {
  const [header, ...lines] = table.trimEnd().split('\n');
  const requirements = new Set(lines.map((line) => line.split(',', 1)[0]));
  return [
    ...(header === HEADER ? [] : [`The first line of the table is not "${HEADER}"`]),
    ...(lines.length === count && requirements.size === count
      ? []
      : [`The table has ${requirements.size} requirements in ${lines.length} rows, expected ${count}`]),
    ...lines.flatMap((line) => rowFaults(line, read)),
  ];
}

/** Checks the evidence of the repository's security requirements. */
export function checkSecurityTable(): string[] {
  const read = (file: string): string | null => {
    const place = path.join(ROOT, file);
    return existsSync(place) ? readFileSync(place, 'utf8') : null;
  };
  return securityFaults(read(TABLE) ?? '', read, REQUIREMENTS);
}
