import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeApp } from '../app.document.ts';

const FILE = join(import.meta.dirname, '../../openapi.json');

const document = `${JSON.stringify(await describeApp(), null, 2)}\n`;
if (!process.argv.includes('--check')) {
  await writeFile(FILE, document);
  process.stdout.write('Wrote api/openapi.json.\n');
} else if (document === (await readFile(FILE, 'utf8').catch(() => ''))) {
  process.stdout.write('api/openapi.json is up to date.\n');
} else {
  process.stderr.write(
    'api/openapi.json is stale. Run: npm run build -w @dps/api && npm run openapi -w @dps/api\n',
  );
  process.exitCode = 1;
}
