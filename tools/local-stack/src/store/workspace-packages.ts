import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { object, string } from 'yup';
import { StartFailure } from '../failure.ts';

/** The folder of the workspace, with a slash at the end. */
export const WORKSPACE = fileURLToPath(new URL('../../../../', import.meta.url));

const packageJson = object({ name: string().required() });
const SHELL_PACKAGE = '@dps/shell';

/**
 * Finds the released packages of a workspace: the shell, and every package with a `module.json`.
 *
 * @returns their folders, the shell first
 * @throws StartFailure if there is no shell
 */
export function releasedPackages(workspace: string): string[] {
  const packages = readdirSync(workspace, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(workspace, entry.name, 'package.json')))
    .map((entry) => {
      const folder = join(workspace, entry.name);
      const text = readFileSync(join(folder, 'package.json'), 'utf8');
      return { folder, name: packageJson.validateSync(JSON.parse(text)).name };
    });
  const shell = packages.find(({ name }) => name === SHELL_PACKAGE);
  if (!shell) throw new StartFailure(`${workspace} has no package ${SHELL_PACKAGE}.`);
  const modules = packages.filter(({ folder }) => existsSync(join(folder, 'module.json')));
  return [shell, ...modules].map(({ folder }) => folder);
}
