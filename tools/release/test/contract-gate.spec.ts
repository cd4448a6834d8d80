import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ContractFile, ContractUse } from '@dps/module-kit/contract-file';
import { contractGate } from '../src/checks/contract/contract-gate.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn, withoutComparison } from './support/commands.ts';

/** Timeout in milliseconds: each command starts the compiler several times. */
const TIMEOUT_MS = 300_000;
/** Import path and share key of the kit. */
const UI = '@dps/ui';
const UI_KEY = '@dps/shared-contracts/ui';
const root = mkdtempSync(path.join(tmpdir(), 'dps-contracts-'));
const gated = commandsIn(root, [contractGate]);

/** Opens a store of a team. An error changes nothing. */
function team(name: string) {
  const { release } = gated.teamAt(path.join(root, name));
  const run = async (line: string) => {
    const { err, ...rest } = await release(line);
    return { ...rest, err: withoutComparison(err.split('\n')) };
  };
  return {
    run,
    expectDone: async (line: string) =>
      expect(await run(line)).toEqual({ code: 0, out: expect.stringMatching(/^Done: /), err: '' }),
    expectRefused: async (line: string, ...why: string[]) => {
      const { code, err } = await run(line);
      for (const each of why) expect(err).toContain(each);
      expect([code, err]).toEqual([1, expect.stringMatching(/Nothing was changed\.$/)]);
    },
  };
}

/** Adds a contract file to a build. */
function stating(folder: string, version: string, ui: string, use: Partial<ContractUse> = {}): void {
  const contract: ContractFile = {
    version,
    entries: { [UI_KEY]: 'ui/index.d.ts' },
    files: { 'ui/index.d.ts': ui },
    use: { imports: {}, shows: [], provides: [], ...use },
  };
  write(folder, contract);
}

function write(folder: string, contract: ContractFile): void {
  const content = JSON.stringify(contract);
  writeFileSync(path.join(folder, 'dist/contract.json'), content);
  const file = path.join(folder, 'dist/release.json');
  const release = JSON.parse(readFileSync(file, 'utf8'));
  release.files['contract.json'] = `sha256-${createHash('sha256').update(content).digest('base64')}`;
  writeFileSync(file, JSON.stringify(release));
}

const using = (...names: string[]) => ({ imports: { [UI_KEY]: names } });

const FIRST = `
  export declare function Head(props: { title: string; note?: string }): null;
  export declare function Badge(props: { tone: 'red' | 'green' }): null;`;
/** `Foot` is new, and the note of `Head` is required. */
const SECOND = `
  export declare function Head(props: { title: string; note: string }): null;
  export declare function Badge(props: { tone: 'red' | 'green' }): null;
  export declare function Foot(props: { text: string }): null;`;

beforeAll(async () => {
  await gated.run(['keygen', gated.key]);
  stating(buildShell(root, '1.0.0'), '1.0.0', FIRST);
  stating(buildShell(root, '1.1.0'), '1.1.0', SECOND);
  stating(buildModule(root, 'jobs', '1.0.0'), '1.0.0', FIRST, using('Badge', 'Head'));
  stating(buildModule(root, 'jobs', '1.1.0'), '1.0.0', FIRST, using('Badge'));
  stating(buildModule(root, 'jobs', '1.2.0'), '1.1.0', SECOND, using('Badge'));
  stating(buildModule(root, 'jobs', '1.3.0'), '1.1.0', SECOND, using('Foot'));
  stating(buildModule(root, 'jobs', '1.4.0'), '1.1.0', SECOND, using('Badge', 'Head'));
  buildModule(root, 'weather', '0.1.0');
});
afterAll(() => rmSync(root, { recursive: true }));

it(
  'guides a contract change through the shell and the modules',
  async () => {
    const { expectDone, expectRefused } = team('store');
    await expectDone('publish shell-1.0.0 mfe-jobs-1.0.0');

    // The shell removes a part that a module uses.
    await expectRefused(
      'publish shell-1.1.0',
      'shell 1.1.0 is not published:\n  [contract] jobs 1.0.0 was built with contract 1.0.0, and shell 1.1.0 has 1.1.0:',
      `Head of ${UI} does not fit: Property 'note' is optional in type '{ title: string; note?: string; }' but required in type`,
      'Keep the old form next to the new one until no page runs jobs 1.0.0 any more.',
    );

    const later = team('later');
    await later.expectDone('publish shell-1.0.0 shell-1.1.0 mfe-jobs-1.0.0');
    await later.expectRefused('promote shell 1.1.0', `Head of ${UI} does not fit`);

    // Unused parts may change, and a module may be built with a newer contract than it needs.
    await expectDone('publish mfe-jobs-1.1.0 mfe-jobs-1.2.0');
    await expectRefused(
      'publish mfe-jobs-1.3.0',
      `jobs 1.3.0 was built with contract 1.1.0, and shell 1.0.0 has 1.0.0: Foot of ${UI} is not there.`,
      'Have jobs 1.3.0 keep to what shell 1.0.0 has, or promote a shell that has it first.',
    );

    // The last good release still uses the part.
    await expectDone('promote jobs 1.1.0');
    await expectRefused('publish shell-1.1.0', 'jobs 1.0.0 was built with contract 1.0.0');
    await expectDone('promote jobs 1.2.0');
    await expectDone('publish shell-1.1.0');

    // A published release is checked again at its rollout, because the shells have changed.
    await expectDone('promote shell 1.1.0');
    await expectRefused(
      'canary jobs 1.0.0 --percent 5',
      `jobs 1.0.0 was built with contract 1.0.0, and shell 1.1.0 has 1.1.0: Head of ${UI} does not fit`,
    );
    await expectRefused('promote jobs 1.0.0', 'Have jobs 1.0.0 keep to what shell 1.1.0 has');
    // A rollback skips the check: the release ran before.
    await expectDone('rollback jobs --to 1.0.0');
  },
  TIMEOUT_MS,
);

it('reports a release without a contract file, and refuses one that differs from the released file', async () => {
  const { run } = team('damaged');
  await run('publish shell-1.0.0');
  expect(await run('publish mfe-weather-0.1.0')).toEqual({
    code: 0,
    out: 'Done: publish weather 0.1.0',
    err: 'weather 0.1.0 has no contract file: only its version range is compared.',
  });
  writeFileSync(path.join(root, 'damaged/shell/1.0.0/contract.json'), '{}');
  const { code, err } = await run('publish mfe-jobs-1.0.0');
  expect([code, err]).toEqual([1, 'contract.json of shell 1.0.0 differs from the released file.']);
});

/** The client of a contract without widgets of its own. Its job has an id. */
const CLIENT = `
  import type { Job } from '../index.ts';
  export interface WidgetProps {}
  export declare function Widget(request: unknown): null;
  export declare const jobs: Job[];`;

/** Writes a build that shows or provides the widget `tides.now`, with its props. */
function withWidget(
  name: string,
  version: string,
  use: Partial<ContractUse>,
  props: string,
  job = 'id: number',
) {
  const folder = buildModule(root, name, version);
  const declaration = `import type { Job } from '@dps/contract';
    declare module '@dps/contract/client' { interface WidgetProps { 'tides.now': ${props} } }`;
  const contract: ContractFile = {
    version: '1.0.0',
    entries: { '@dps/shared-contracts': 'index.d.ts', '@dps/shared-contracts/client': 'client/index.d.ts' },
    files: { 'index.d.ts': `export interface Job { ${job} }`, 'client/index.d.ts': CLIENT },
    use: { imports: {}, shows: [], provides: [], declared: ['tides.now'], ...use },
    widgets: { tides: declaration },
  };
  write(folder, contract);
}

const shows = { shows: ['tides.now'] };
const provides = { provides: ['tides.now'] };

describe('a widget whose owner declares its props', () => {
  const { run, expectDone, expectRefused } = team('widgets');

  beforeAll(async () => {
    const PLACE = '{ job: Job; days?: number; place?: string }';
    withWidget('tides', '1.0.0', provides, '{ job: Job; days?: number }');
    withWidget('tides', '1.1.0', provides, PLACE, 'id: number; title?: string');
    withWidget('tides', '1.2.0', provides, '{ job: Job; days: number }');
    withWidget('tides', '1.3.0', {}, '{ job: Job }');
    withWidget('tides', '1.4.0', provides, PLACE);
    withWidget('jobs', '2.0.0', shows, '{ job: Job; days?: number }');
    withWidget('jobs', '2.1.0', shows, '{ job: Job; place?: string }');
    await run('publish shell-1.0.0 mfe-tides-1.0.0');
  });

  it('[MODULE-30] is new to the contract of every shell, and gets no required prop while a page shows it without', async () => {
    await expectDone('publish mfe-jobs-2.0.0');
    await expectDone('publish mfe-tides-1.1.0');
    await expectRefused(
      'publish mfe-tides-1.2.0',
      "[contract] jobs 2.0.0 shows widgets of tides 1.2.0: the widget tides.now does not fit: Property 'days' is optional",
      'until no page runs jobs 2.0.0 any more.',
    );
    await expectRefused('publish mfe-tides-1.3.0', 'the widget tides.now is not there.');
  });

  it(
    '[MODULE-31] gets no prop that an active release does not take',
    async () => {
      await expectRefused(
        'publish mfe-jobs-2.1.0',
        'jobs 2.1.0 shows widgets of tides 1.0.0: the widget tides.now does not take "place". Copy its props again',
      );
      await expectDone('promote tides 1.1.0');
      // The last good release still runs in pages in which the stable one has failed.
      await expectRefused('publish mfe-jobs-2.1.0', 'of tides 1.0.0: the widget tides.now does not take');
      await expectDone('publish mfe-tides-1.4.0');
      await expectDone('promote tides 1.4.0');
      await expectDone('publish mfe-jobs-2.1.0');
      await expectDone('promote jobs 2.1.0');
      await expectRefused(
        'canary tides 1.0.0 --percent 5',
        'jobs 2.1.0 shows widgets of tides 1.0.0: the widget tides.now does not take "place". Keep the old props',
      );
    },
    TIMEOUT_MS,
  );

  it('[MODULE-32] is copied to a module that shows it', async () => {
    const folder = path.join(root, 'mfe-copy');
    mkdirSync(folder);
    const refused = async (line: string, why: string) =>
      expect(await run(line)).toMatchObject({ code: 1, err: expect.stringContaining(why) });
    await refused('widgets tides mfe-copy', 'no module.json');
    writeFileSync(path.join(folder, 'module.json'), '{}');
    const copied = `${folder}/src/widget-props/tides.ts`;
    const { out } = await run('widgets tides mfe-copy');
    expect(out).toBe(`Done: copy the widgets of tides 1.4.0 to ${copied}`);
    expect(readFileSync(copied, 'utf8')).toContain('place?: string');
    await refused('widgets jobs mfe-copy', 'declares no widget');
  });
});
