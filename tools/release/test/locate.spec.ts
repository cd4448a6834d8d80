import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encode } from '@jridgewell/sourcemap-codec';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn } from './support/commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-locate-'));
const { key, run, teamAt } = commandsIn(root);
const store = path.join(root, 'store');
const { release, expectRefused } = teamAt(store);
const SCRIPT = 'assets/page.3f2a1b0c.js';

/** Maps column 4711 of the only line of the script to the third line of its source. */
const MAP = JSON.stringify({
  version: 3,
  file: SCRIPT,
  sources: ['./src/JobsPage.tsx'],
  sourcesContent: ['export function JobsPage() {\n  const jobs = useJobs();\n  return jobs.map(row);\n}\n'],
  names: [],
  mappings: encode([
    [
      [0, 0, 0, 0],
      [4710, 0, 2, 14],
    ],
  ]),
});

beforeAll(async () => {
  await run(['keygen', key]);
  const shell = buildShell(root, '1.0.0');
  const jobs = buildModule(root, 'jobs', '1.0.0');
  const maps = path.join(jobs, 'dist/.source-maps/assets');
  mkdirSync(maps, { recursive: true });
  writeFileSync(path.join(maps, 'page.3f2a1b0c.js.map'), MAP);
  await release(`publish ${shell} ${jobs}`);
});
afterAll(() => rmSync(root, { recursive: true }));

describe('locate', () => {
  it('prints the source of a place and its line, without a key', async () => {
    const keyless = teamAt(store, { RELEASE_KEY_FILE: undefined });
    const source = 'src/JobsPage.tsx:3:15\n  return jobs.map(row);';
    expect(await keyless.release(`locate jobs@1.0.0 ${SCRIPT}:1:4711`)).toMatchObject({
      code: 0,
      out: source,
    });
  });

  it.each([
    [`locate jobs@2.0.0 ${SCRIPT}:1:4711`, 'has no source map of assets/page.3f2a1b0c.js of jobs 2.0.0'],
    [`locate jobs@1.0.0 ${SCRIPT}:2:1`, 'is not code of a source'],
    [`locate jobs@1.0.0 ${SCRIPT}`, 'is not a place in a script'],
    [`locate jobs ${SCRIPT}:1:1`, 'is not a release, such as jobs@1.1.0'],
  ])('refuses %s', (line, why) => expectRefused(line, why));
});
