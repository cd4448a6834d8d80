import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './command.ts';
import { single, type Outcome } from './outcome.ts';

const SPECIFICATION = 'docs/specification.md';
const TABLE = 'docs/traceability.csv';
const HEADER = 'id,implementation,test';
const STATEMENT = /^- \*\*([A-Z]+-\d+)\*\* /gm;
/** Separates the values of a cell. */
const SEPARATOR = ' | ';

const valuesOf = (cell: string) => cell.split(SEPARATOR).filter((value) => value !== '');

/** Returns a fault for each id that occurs twice or in one list alone, and one if the order of the lists differs. */
function idFaults(statements: readonly string[], rows: readonly string[]): string[] {
  const repeated = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) < index);
  const faults = [
    ...repeated(statements).map((id) => `${id}: the specification has the id twice`),
    ...repeated(rows).map((id) => `${id}: the table has the id twice`),
    ...statements.filter((id) => !rows.includes(id)).map((id) => `${id}: the table has no row`),
    ...rows.filter((id) => !statements.includes(id)).map((id) => `${id}: the specification has no statement`),
  ];
  if (faults.length === 0 && statements.join() !== rows.join())
    return ['The rows are not in the order of the statements'];
  return faults;
}

/**
 * Compares the specification with the table of its implementations and tests.
 *
 * @param specification the Markdown text, whose statements are list items that start with a bold id
 * @param table the CSV text: id, paths of the implementation, tests as `path` or `path#part of the title`
 * @param read returns the text of a file, or null if there is no such file
 * @returns one line for each difference
 */
export function findFaults(
  specification: string,
  table: string,
  read: (file: string) => string | null,
): string[] {
  const statements = [...specification.matchAll(STATEMENT)].map(([, id = '']) => id);
  const [header, ...lines] = table.trimEnd().split('\n');
  const rows = lines.map((line) => line.split(','));

  const rowFaults = ([id = '', implementation = '', test = '', ...more]: readonly string[]): string[] => {
    const tests = valuesOf(test).map((value) => value.split('#'));
    const files = [...valuesOf(implementation), ...tests.map(([file = '']) => file)];
    return [
      ...(more.length > 0 ? [`${id}: the row has more than three cells`] : []),
      ...(implementation === '' ? [`${id}: the row names no implementation`] : []),
      ...(tests.length === 0 ? [`${id}: the row names no test`] : []),
      ...files.filter((file) => read(file) === null).map((file) => `${id}: ${file} does not exist`),
      ...tests
        .filter(([file = '', title = '']) => read(file)?.includes(title) === false)
        .map(([file, title]) => `${id}: ${file} has no test "${title}"`),
    ];
  };

  return [
    ...(header === HEADER ? [] : [`The first line of the table is not "${HEADER}"`]),
    ...(statements.length === 0 ? ['The specification has no statement'] : []),
    ...idFaults(
      statements,
      rows.map(([id = '']) => id),
    ),
    ...rows.flatMap(rowFaults),
  ];
}

/** Checks that each statement of the specification has an implementation and a test in the repository. */
export function checkTraceability(): Outcome {
  const texts = new Map<string, string | null>();
  const read = (file: string): string | null => {
    const place = path.join(ROOT, file);
    const text = texts.get(file) ?? (existsSync(place) ? readFileSync(place, 'utf8') : null);
    texts.set(file, text);
    return text;
  };
  const faults = findFaults(read(SPECIFICATION) ?? '', read(TABLE) ?? '', read);
  return single(faults.length === 0, faults.join('\n'));
}
