import { existsSync } from 'node:fs';
import path from 'node:path';
import { runTypeScript } from '../contract-types/typescript.ts';
import type { Violation } from './violation.ts';

/**
 * Checks the types of a package with its `tsconfig.json`. The bundler only removes them.
 *
 * @returns one violation with all type errors, or one if there is no `tsconfig.json`
 */
export async function typeRules(dir: string): Promise<Violation[]> {
  if (!existsSync(path.join(dir, 'tsconfig.json')))
    return [
      { rule: 'types', problem: 'there is no tsconfig.json', advice: 'Add one, so that types are checked.' },
    ];
  const errors = (await runTypeScript(dir, '--noEmit')).trimEnd();
  if (errors === '') return [];
  const problem = `the sources have type errors:\n      ${errors.replaceAll('\n', '\n      ')}`;
  return [{ rule: 'types', problem, advice: 'Correct them, then build again.' }];
}
