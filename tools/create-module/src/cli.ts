#!/usr/bin/env node
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { requireNode } from '@dps/contract/server';
import { createModule, createModuleAlone, type CreatedModule } from './create-module.ts';
import { CommandError } from './module-plan.ts';

const WORKSPACE = fileURLToPath(new URL('../../..', import.meta.url));
/** Whether npm installed this package, and it is not a source of the product's workspace. */
const IS_INSTALLED = import.meta.dirname.split(path.sep).includes('node_modules');

const USAGE = IS_INSTALLED
  ? `npm create @dps/module <name> [-- --packages <folder>]

Creates a module in the folder <name>: a page at /<name>, its tests, and the files that a release needs.
The name has lower-case letters, digits and hyphens, for example flight-weather.

  --packages <folder>  copies the packed packages of this folder into the module, and installs those, not npm's`
  : `npm run create-module -- <name>

Creates a module in mfe-<name>: a page at /<name>, its tests, and the files that a release needs.
The name has lower-case letters, digits and hyphens, for example flight-weather.`;

function nextInWorkspace(name: string): string {
  const commands = [
    ['npm test -- lint unit', 'checks the module'],
    [
      `npm run dev -w @dps/mfe-${name}`,
      'shows the module in the product with hot reload; npm start must run',
    ],
    [`npm run build -w @dps/mfe-${name}`, 'builds a release'],
    [`npm run release -- publish mfe-${name}`, 'adds the module to the product that npm start runs'],
  ] as const;
  const width = Math.max(...commands.map(([command]) => command.length));
  return commands.map(([command, effect]) => `  ${command.padEnd(width)}  ${effect}`).join('\n');
}

const nextAlone = (name: string) => `  cd ${name}
  npm install
  npm test                        runs the tests
  npm run dev                     shows the module in a running product with hot reload; PRODUCT_URL names the product
  npm run build                   builds a release
  npx dps-release publish .       adds the module to a product; RELEASE_STORE, RELEASE_KEY_FILE and RELEASE_KEYS_FILE name its store and keys`;

/** Reads the command line. Undefined if it is wrong or requests help. */
function readCommand(given: string[]): { name: string; packages: string | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: given,
      allowPositionals: true,
      options: { packages: { type: 'string' } },
    });
    const [name, ...more] = positionals;
    const packages = values.packages === undefined ? undefined : path.resolve(values.packages);
    if (name === undefined || more.length > 0 || (packages !== undefined && !IS_INSTALLED)) return undefined;
    return { name, packages };
  } catch {
    return undefined;
  }
}

async function main(given: string[]): Promise<number> {
  const command = readCommand(given);
  if (!command) {
    process.stdout.write(`${USAGE}\n`);
    return given[0] === '--help' ? 0 : 2;
  }
  const { name, packages } = command;
  try {
    const created: CreatedModule = IS_INSTALLED
      ? await createModuleAlone(process.cwd(), name, packages)
      : await createModule(WORKSPACE, name);
    process.stdout.write(`${created.files.map((file) => `  ${file}`).join('\n')}

Created ${created.plan.title}. The path of its page is ${created.plan.route}. Next:
${IS_INSTALLED ? nextAlone(name) : nextInWorkspace(name)}
`);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

requireNode();
process.exitCode = await main(process.argv.slice(2));
