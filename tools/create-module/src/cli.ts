import { fileURLToPath } from 'node:url';
import { createModule } from './create-module.ts';
import { Refusal } from './module-plan.ts';

const WORKSPACE = fileURLToPath(new URL('../../..', import.meta.url));
const USAGE = `npm run create-module -- <name>

Makes a new module in mfe-<name>: a page at /<name>, its tests, and what it needs
to be released. The name has small letters, digits and hyphens: flight-weather.`;

async function main([name, ...more]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || more.length > 0) {
    process.stdout.write(`${USAGE}\n`);
    return name === '--help' ? 0 : 2;
  }
  try {
    const { plan, files } = await createModule(WORKSPACE, name);
    process.stdout.write(`${files.map((file) => `  ${file}`).join('\n')}

${plan.title} is made; its page will be at ${plan.route}. Next:
  npm test -- lint types unit             its checks
  npm run dev -w @dps/mfe-${name}       it alone, beside npm start; takes every change at once
  npm run build -w @dps/mfe-${name}
  npm run release -- publish mfe-${name}   it appears in the product that npm start runs
`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
