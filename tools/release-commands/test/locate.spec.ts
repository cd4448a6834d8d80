import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encode } from '@jridgewell/sourcemap-codec';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn } from './support/commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-locate-'));
const { key, run, teamAt } = commandsIn(root);
const store = path.join(root, 'store');
const { release, expectDone, expectRefused } = teamAt(store);
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
    ['locate --log none.log', 'The log cannot be read'],
  ])('refuses %s', (line, why) => expectRefused(line, why));

  it('prints the sources of all errors of browsers in a log', async () => {
    const error = { kind: 'script-error', module: 'jobs', version: '1.0.0', place: `${SCRIPT}:1:4711` };
    const lines = [
      { msg: 'request', path: '/api/jobs', status: 200 },
      { msg: 'browser event', time: '2026-11-24T09:00:00.000Z', ...error },
      { msg: 'browser event', ...error, kind: 'crash', version: '0.9.0' },
    ];
    const log = path.join(root, 'api.log');
    writeFileSync(log, `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot JSON\n`);
    const { out } = await release(`locate --log ${log}`);
    expect(out.split('\n')).toEqual([
      `2026-11-24T09:00:00.000Z  script-error  jobs 1.0.0  ${SCRIPT}:1:4711 → src/JobsPage.tsx:3:15`,
      expect.stringMatching(
        /^crash {2}jobs 0\.9\.0 .* → .* has no source map of assets\/page\.3f2a1b0c\.js of jobs 0\.9\.0\.$/,
      ),
    ]);
    writeFileSync(log, '');
    await expectDone(`locate --log ${log}`, 'The log has no error of a browser with a place.');
  });
});
