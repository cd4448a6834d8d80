// Checks the language of the repository, or of the folders and files that the command line names.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../command.ts';
import { findLongSentences, findUnwantedWords } from './find-words.ts';

const FILES = '**/*.{ts,tsx,mjs,md,txt,yml,yaml}';
const EXCLUDED = /(^|\/)(node_modules|dist|\.\w[\w-]*|coverage|test-results)(\/|$)/;
/** The word list itself, the test that quotes it, and a file with the name of a Unix account. */
const QUOTES_THE_WORDS =
  /^tools\/(checks\/src\/words\/(word-list|find-words\.spec)|local-stack\/src\/postgres\/account)\.ts$/;

const named = process.argv.slice(2).map((name) => path.relative(ROOT, path.resolve(name)));
const isNamed = (file: string) =>
  named.length === 0 ||
  named.some((name) => name === '' || file === name || file.startsWith(`${name}${path.sep}`));

const files = globSync(FILES, { cwd: ROOT, exclude: (file) => EXCLUDED.test(file) }).filter(
  (file) => isNamed(file) && !QUOTES_THE_WORDS.test(file),
);
const findings = files.toSorted().flatMap((file) => {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const inText = [...findUnwantedWords(source), ...(file.endsWith('.md') ? findLongSentences(source) : [])];
  return [...findUnwantedWords(file), ...inText]
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, found, advice }) => `${file}:${line}: "${found}": ${advice}`);
});

for (const finding of findings) process.stdout.write(`${finding}\n`);
process.stdout.write(`${findings.length} findings in ${files.length} files\n`);
process.exitCode = findings.length > 0 || files.length === 0 ? 1 : 0;
