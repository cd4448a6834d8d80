import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const JEST = ['--selectProjects', 'api', '--testPathPatterns', 'api/test/fuzz/', '--silent=false'];

const USAGE = 'npm run fuzz -w @dps/api -- [--requests 100000] [--seed 7]';

/** Requires a positive whole number. Throws otherwise. */
function positive(name: string, text: string): string {
  if (/^[1-9]\d{0,8}$/.test(text)) return text;
  throw new Error(`--${name}: expected a whole number above zero\n${USAGE}`);
}

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9) + 1) },
  },
});

const child = spawn('jest', JEST, {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_REQUESTS: positive('requests', values.requests),
    FUZZ_SEED: positive('seed', values.seed),
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
  },
});
child.on('close', (code) => (process.exitCode = code ?? 1));
