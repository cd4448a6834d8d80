import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryFiles, ROOT } from './repository-files.ts';

const SPECIFICATION = 'docs/specification.md';
const TESTS = '**/*.spec.{ts,tsx}';
const STATEMENT = /^- \*\*([A-Z]+-\d+)\*\* /gm;
/** The ids at the start of a title: `'[JOBS-12, JOBS-13] shows …'`. */
const TITLE = /(?<=['"`])\[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\] /g;

/**
 * Compares the specification with the titles of tests.
 *
 * @param specification the Markdown text, whose statements are list items that start with a bold id
 * @param tests the sources of the tests, by their path
 * @returns one line for each repeated id, each statement without a test, and each title of an unknown statement
 */
export function traceabilityFaults(specification: string, tests: ReadonlyMap<string, string>): string[] {
  const statements = [...specification.matchAll(STATEMENT)].map(([, id = '']) => id);
  const known = new Set(statements);
  const titles = [...tests].flatMap(([file, source]) =>
    [...source.matchAll(TITLE)].flatMap(([, ids = '']) => ids.split(', ').map((id) => ({ file, id }))),
  );
  const tested = new Set(titles.map(({ id }) => id));
  return [
    ...(statements.length === 0 ? ['The specification has no statement'] : []),
    ...statements
      .filter((id, index) => statements.indexOf(id) < index)
      .map((id) => `${id}: the specification has the id twice`),
    ...statements
      .filter((id) => !tested.has(id))
      .map((id) => `${id}: no title of a test starts with [${id}]`),
    ...titles
      .filter(({ id }) => !known.has(id))
      .map(({ file, id }) => `${id}: the specification has no such statement, but ${file} tests it`),
  ];
}

/** Checks that each statement of the specification has a test in the repository. */
export function checkTraceability(): string[] {
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
  const tests = new Map(repositoryFiles(TESTS).map((file) => [file, read(file)]));
  return traceabilityFaults(read(SPECIFICATION), tests);
}
