import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOOLS = fileURLToPath(new URL('../..', import.meta.url));

let root: string;

function write(name: string, content: string): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Creates a workspace for the bootstrap: programs that print their arguments, and a fake npm. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dps-bootstrap-'));
  mkdirSync(join(root, 'tools'));
  cpSync(join(TOOLS, 'bootstrap.mjs'), join(root, 'tools', 'bootstrap.mjs'));
  write('.nvmrc', '24.21.0\n');
  write('package-lock.json', '{}');
  write('tools/local-stack/src/start/usage.txt', 'How to start\n');
  write(
    'tools/local-stack/src/start.ts',
    'console.log(`start ${process.argv.slice(2).join()} ${process.env.PATH}`); process.exit(process.argv.length)',
  );
  write(
    'project.json',
    JSON.stringify({
      targets: {
        product: { dependsOn: ['lint', 'api'] },
        lint: { metadata: { description: 'no warnings' } },
        api: { metadata: { description: 'over HTTP' } },
      },
    }),
  );
  write('node_modules/nx/package.json', '{}');
  write(
    'node_modules/nx/dist/bin/nx.js',
    'console.log(process.argv.slice(2, 7).join(" ")); process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)',
  );
  write(
    'npm-cli.js',
    `const { mkdirSync, symlinkSync, existsSync, appendFileSync } = require('node:fs');
     appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
     if (existsSync('offline')) { console.error('npm error code ENOTFOUND'); process.exit(1); }
     mkdirSync('node_modules/.bin', { recursive: true });
     if (!existsSync('node_modules/.bin/node')) symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/.bin/node');`,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function bootstrap(...parameters: string[]) {
  const child = spawn(process.execPath, ['tools/bootstrap.mjs', ...parameters], {
    cwd: root,
    env: { PATH: '/usr/bin:/bin', npm_execpath: join(root, 'npm-cli.js') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

const npmCalls = (): string[] =>
  existsSync(join(root, 'npm-calls')) ? readFileSync(join(root, 'npm-calls'), 'utf8').trim().split('\n') : [];

describe('the bootstrap', () => {
  it('installs for each new lock file, and passes on arguments and exit code', async () => {
    const first = await bootstrap('start', '--fresh', 'x');
    expect(first.output).toContain(`start --fresh,x ${join(root, 'node_modules', '.bin')}`);
    expect(first.code).toBe(4);
    await bootstrap('start');
    expect(npmCalls()).toEqual([expect.stringMatching(/^ci .*--include=dev/)]);
    write('package-lock.json', '{ "lockfileVersion": 3 }');
    await bootstrap('start');
    expect(npmCalls()).toHaveLength(2);
  });

  it('accepts a manual installation that is as new as the lock file', async () => {
    write('node_modules/.package-lock.json', '{}');
    mkdirSync(join(root, 'node_modules', '.bin'));
    symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'));
    expect((await bootstrap('start')).output).toContain('start');
    expect(npmCalls()).toEqual([]);
    const anHourAgo = Date.now() / 1000 - 3600;
    utimesSync(join(root, 'node_modules', '.package-lock.json'), anHourAgo, anHourAgo);
    await bootstrap('start');
    expect(npmCalls()).toHaveLength(1);
  });

  it('explains a failed installation and retries it at the next start', async () => {
    write('offline', '');
    const { code, output } = await bootstrap('start');
    expect(code).toBe(1);
    expect(output).toContain('The package registry cannot be reached');
    rmSync(join(root, 'offline'));
    // Ends with the signal of the program.
    const tests = await bootstrap('test');
    expect([tests.code, tests.output]).toEqual([
      143,
      expect.stringContaining('run-many -p checks -t product'),
    ]);
  });

  it('runs the named checks, and lists all checks if one is unknown', async () => {
    write('node_modules/nx/dist/bin/nx.js', 'console.log(process.argv.slice(6, 8).join(" "))');
    expect((await bootstrap('test', 'api', 'lint')).output).toContain('api lint\n');
    const { code, output } = await bootstrap('test', 'lint', 'e2e');
    expect([code, output]).toEqual([1, expect.stringMatching(/no check named e2e\.[^]*api +over HTTP/)]);
  });

  it('shows the help without an installation', async () => {
    expect(await bootstrap('start', '--help')).toEqual({ code: 0, output: 'How to start\n' });
    expect(npmCalls()).toEqual([]);
  });
});
