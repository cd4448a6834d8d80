// Runs one check of the repository's files, and prints a line for each fault.
import { checkDependencies } from './dependencies.ts';
import { checkDocuments } from './documents/check-documents.ts';
import { checkSecurityTable } from './security.ts';
import { checkShortFiles } from './short-files.ts';
import { checkTraceability } from './traceability.ts';
import { checkWords } from './words.ts';

const CHECKS = new Map<string, () => string[]>([
  ['dependencies', checkDependencies],
  ['documents', () => [...checkTraceability(), ...checkSecurityTable(), ...checkDocuments()]],
  ['short-files', checkShortFiles],
  ['words', checkWords],
]);

const [name = ''] = process.argv.slice(2);
const check = CHECKS.get(name);
if (!check) throw new Error(`Usage: main.ts ${[...CHECKS.keys()].join('|')}`);
const faults = check();
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
