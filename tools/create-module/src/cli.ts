import { fileURLToPath } from 'node:url';
import { createModule } from './create-module.ts';
import { Refusal } from './module-plan.ts';

const WORKSPACE = fileURLToPath(new URL('../../..', import.meta.url));
const USAGE = `npm run create-module -- <name>

Creates a module in mfe-<name>: a page at /<name>, its tests, and the files that a release needs.
The name has lower-case letters, digits and hyphens, for example flight-weather.`;

async function main([name, ...more]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || more.length > 0) {
    process.stdout.write(`${USAGE}\n`);
    return name === '--help' ? 0 : 2;
  }
  try {
    const { plan, files } = await createModule(WORKSPACE, name);
    process.stdout.write(`${files.map((file) => `  ${file}`).join('\n')}

Created ${plan.title}. The path of its page is ${plan.route}. Next:
  npm test -- lint types unit             checks the module
  npm run dev -w @dps/mfe-${name}       shows the module alone with hot reload; npm start must run
  npm run build -w @dps/mfe-${name}       builds a release
  npm run release -- publish mfe-${name}   adds the module to the product that npm start runs
`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
