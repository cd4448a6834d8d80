import { spawnSync } from 'node:child_process';
import path from 'node:path';

const COMMANDS = path.resolve(import.meta.dirname, '../../../node_modules/.bin');
const NODE_20 = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.11.0' })";

it.each(['dps-build', 'dps-dev', 'dps-test', 'dps-release', 'create-module'])(
  '%s names the supported version of Node before it does anything else',
  (command) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', NODE_20, path.join(COMMANDS, command)],
      { encoding: 'utf8' },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('This command needs Node 24 or later');
    expect(stderr).toContain('is Node 20.11.0');
  },
);
