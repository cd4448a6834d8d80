import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { parse } from 'yaml';
import { createModule, createModuleAlone, type CreatedModule } from '../../src/create-module.ts';

/** Timeout in milliseconds: two tests run the compiler or a build. */
const TIMEOUT_MS = 300_000;
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** Inside the repository, so that the tools find packages and settings; git ignores `dist`. */
const WORKSPACES = path.join(ROOT, 'tools/create-module/dist');
const ARCHITECTURE = 'docs/architecture.md';
const PARTS = `# Parts

| Part    | Folder         |
| ------- | -------------- |
| modules | \`mfe-account/\` |
| API     | \`api/\`         |
`;
let workspace: string;
let created: CreatedModule;

/** Creates a workspace that has only the contract and a lock file. */
beforeAll(async () => {
  mkdirSync(WORKSPACES, { recursive: true });
  workspace = mkdtempSync(path.join(WORKSPACES, 'workspace-'));
  for (const file of ['tsconfig.base.json', 'tsconfig.browser.json', '.oxfmtrc.json'])
    cpSync(path.join(ROOT, file), path.join(workspace, file));
  symlinkSync(path.join(ROOT, 'shared-contracts'), path.join(workspace, 'shared-contracts'));
  mkdirSync(path.join(workspace, 'node_modules/@dps'), { recursive: true });
  const packages = {
    '': { name: 'w' },
    'mfe-zoo': { name: '@dps/mfe-zoo' },
    'node_modules/a': { version: '1.0.0' },
  };
  writeFileSync(path.join(workspace, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  mkdirSync(path.join(workspace, 'docs'));
  writeFileSync(path.join(workspace, ARCHITECTURE), PARTS);
  created = await createModule(workspace, 'flight-weather');
});
afterAll(() => rmSync(workspace, { recursive: true }));

const folder = () => path.join(workspace, 'mfe-flight-weather');
const run = (...command: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: folder(),
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};
const tool = (name: string) => path.join(ROOT, 'node_modules', name);

describe('a new module', () => {
  it(
    'passes the type check',
    () => {
      expect(run(tool('typescript/bin/tsc'), '--noEmit')).toEqual({ status: 0, output: '' });
    },
    TIMEOUT_MS,
  );

  it('is formatted', async () => {
    // The program would ignore all files in `dist`, as Git does.
    const settings = JSON.parse(readFileSync(path.join(workspace, '.oxfmtrc.json'), 'utf8'));
    for (const file of created.files) {
      const content = readFileSync(path.join(workspace, file), 'utf8');
      expect({ file, content: (await format(file, content, settings)).code }).toEqual({ file, content });
    }
  });

  it(
    'builds a release that passes all rules',
    () => {
      const { status, output } = run(path.join(ROOT, 'tools/module-kit/bin/dps-build.mjs'));
      expect(output).toMatch(/^@dps\/mfe-flight-weather 0\.1\.0: \d+ files/);
      expect(status).toBe(0);
      const release = JSON.parse(readFileSync(path.join(folder(), 'dist/release.json'), 'utf8'));
      expect(release).toMatchObject({
        name: 'flight-weather',
        title: 'Flight Weather',
        container: 'mfe_flight_weather_0_1_0',
        routes: [{ path: '/flight-weather', title: 'Flight Weather', access: 'user' }],
        navigation: [{ path: '/flight-weather', label: 'Flight Weather' }],
      });
    },
    TIMEOUT_MS,
  );

  it('has a lock file entry, a link and its folder in the table of packages, and is not created again', async () => {
    const { packages } = JSON.parse(readFileSync(path.join(workspace, 'package-lock.json'), 'utf8'));
    const link = 'node_modules/@dps/mfe-flight-weather';
    expect(Object.keys(packages)).toEqual(['', 'mfe-flight-weather', 'mfe-zoo', link, 'node_modules/a']);
    const entry = { name: '@dps/mfe-flight-weather', version: '0.1.0' };
    expect(packages['mfe-flight-weather']).toMatchObject(entry);
    expect(readlinkSync(path.join(workspace, link))).toBe('../../mfe-flight-weather');
    const rows = readFileSync(path.join(workspace, ARCHITECTURE), 'utf8').trim().split('\n').slice(4);
    expect(rows).toEqual([
      '| modules | `mfe-account/`, `mfe-flight-weather/` |',
      '| API     | `api/`                                |',
    ]);
    await expect(createModule(workspace, 'flight-weather')).rejects.toThrow(
      'The folder mfe-flight-weather already exists',
    );
  });
});

describe('a module in a repository of its own', () => {
  let repository: string;
  const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');

  beforeAll(async () => {
    const packed = path.join(workspace, 'packed');
    mkdirSync(packed);
    for (const name of ['contract', 'ui', 'module-kit', 'release', 'create-module'])
      writeFileSync(path.join(packed, `dps-${name}-1.0.0.tgz`), name);
    await createModuleAlone(workspace, 'flight-weather', packed);
    repository = path.join(workspace, 'flight-weather');
  });

  it('contains the packages that it installs', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    expect(dependencies['@dps/ui']).toBe('file:packages/dps-ui-1.0.0.tgz');
    expect(devDependencies).toEqual({
      '@dps/module-kit': 'file:packages/dps-module-kit-1.0.0.tgz',
      '@dps/release': 'file:packages/dps-release-1.0.0.tgz',
    });
    expect(read('packages/dps-ui-1.0.0.tgz')).toBe('ui');
    expect(read('.gitignore')).toContain('node_modules/');
  });

  describe('has a pipeline that', () => {
    const pipeline = () => parse(read('.github/workflows/release.yml'));

    /** Runs its last step for version 0.2.0, with a command that prints a registry. Returns what the step runs after its first question. */
    function released(...registries: { stable: string; versions: string[] }[]): string[] {
      const bin = mkdtempSync(path.join(workspace, 'bin-'));
      registries.forEach(({ stable, versions }, index) => {
        const releases = Object.fromEntries(versions.map((version) => [version, { version }]));
        const status = JSON.stringify({
          registry: { modules: [{ name: 'flight-weather', stable, releases }] },
        });
        writeFileSync(path.join(bin, `status-${index}.json`), status);
      });
      writeFileSync(
        path.join(bin, 'npx'),
        `#!/bin/sh\necho "$*" >> '${bin}/runs'\nif [ "$2" = status ]; then cat '${bin}'/status-"$(($(grep -c status '${bin}/runs') - 1))".json; fi\n`,
      );
      chmodSync(path.join(bin, 'npx'), 0o755);
      writeFileSync(path.join(bin, 'package.json'), JSON.stringify({ version: '0.2.0' }));
      const env = { PATH: [bin, path.dirname(process.execPath), process.env['PATH']].join(':') };
      const step = spawnSync('bash', ['--norc', '-e', '-c', pipeline().jobs.release.steps.at(-1).run], {
        cwd: bin,
        env,
        encoding: 'utf8',
      });
      expect(step).toMatchObject({ status: 0, stderr: '' });
      return readFileSync(path.join(bin, 'runs'), 'utf8').trim().split('\n').slice(1);
    }
    const none = { stable: '', versions: [] };
    const later = { stable: '0.1.0', versions: ['0.1.0'] };
    const publish = ['dps-release publish .', 'dps-release status --json'];

    it('publishes a version that the registry does not have, and promotes a later one after its watched canary', () => {
      expect(released(none, { stable: '0.2.0', versions: ['0.2.0'] })).toEqual(publish);
      expect(released(later, later)).toEqual([
        ...publish,
        'dps-release canary flight-weather 0.2.0 --percent 5 --watch 30m',
        'dps-release promote flight-weather',
      ]);
      expect(released({ stable: '0.1.0', versions: ['0.1.0', '0.2.0'] })).toEqual([]);
    });

    it('gives secrets to the publish step of the main branch only, and drops no waiting run', () => {
      const { concurrency, jobs, env } = pipeline();
      const { steps, ...job } = jobs.release;
      const hasSecret = (part: unknown) => JSON.stringify(part).includes('secrets.');
      expect(steps.filter(hasSecret)).toEqual([steps.at(-1)]);
      expect(steps.at(-1).if).toBe("github.ref == 'refs/heads/main'");
      expect(hasSecret([env, job])).toBe(false);
      expect(concurrency.queue).toBe('max');
    });
  });
});
