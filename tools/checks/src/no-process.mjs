// Replaces `node:child_process` in unit and component tests: such a test starts no server, database or build.
const refuse = (name) => () => {
  throw new Error(
    `A unit test starts no process (${name}). Move the test to the folder "test" of its package.`,
  );
};
export const exec = refuse('exec');
export const execFile = refuse('execFile');
export const execFileSync = refuse('execFileSync');
export const execSync = refuse('execSync');
export const fork = refuse('fork');
export const spawn = refuse('spawn');
export const spawnSync = refuse('spawnSync');
export default { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync };
