import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const API = join(import.meta.dirname, '..');

// Disables the linter's update check and telemetry.
const QUIET = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };

const { status } = spawnSync('redocly', ['lint', 'openapi.json', '--config', 'redocly.yaml'], {
  cwd: API,
  env: { ...process.env, ...QUIET },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
