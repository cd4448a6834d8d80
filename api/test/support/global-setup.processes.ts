import { spawnSync } from 'node:child_process';
import { API_FOLDER } from './api-process.ts';
import globalSetup from './global-setup.ts';

/** Builds the API for the process tests, then runs the setup of the other tests. */
export default async function globalSetupForProcesses(): Promise<void> {
  const { status, stdout } = spawnSync('npm', ['run', 'build'], { cwd: API_FOLDER, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The API could not be built:\n${stdout}`);
  await globalSetup();
}
