import { spawn } from 'node:child_process';

interface Watch {
  pid: number;
  /** Signal to end it. SIGKILL follows after ten seconds. */
  signal: 'SIGINT' | 'SIGTERM';
  /** True to end the group that the process leads. */
  group?: boolean;
  /** Account with permission to signal the process. Defaults to the current user. */
  account?: { uid: number; gid: number } | undefined;
}

// A line on the pipe cancels the watch. The end of the pipe without a line means that this process has ended. A zombie
// process counts as ended.
const ENDING = `read -r _ && exit
kill -s "$3" -- "$2" 2>/dev/null || exit
n=0
while kill -0 "$1" 2>/dev/null && ! grep -qs '^State:.Z' "/proc/$1/status"; do
  n=$((n + 1))
  [ $n -gt 50 ] && kill -s KILL -- "$2"
  [ $n -gt 60 ] && exit
  sleep 0.2 || sleep 1
done`;

// The programs of a killed process write until they end, so the removal is repeated.
const REMOVAL = `read -r _ && exit
n=0
while [ $n -lt 20 ]; do
  rm -rf -- "$1"
  n=$((n + 1))
  sleep 1
done`;

/**
 * Runs a script when this process ends for any reason. A shell waits on a pipe that only this process holds open. On
 * Windows, which has no such shell, nothing runs.
 *
 * @param parameters of the script, from $1
 * @returns a function that cancels the script
 */
function atEnd(script: string, parameters: string[], account?: Watch['account']): () => void {
  if (process.platform === 'win32') return () => undefined;
  const shell = spawn('/bin/sh', ['-c', script, 'watchdog', ...parameters], {
    cwd: '/',
    // Start a new session, so that Ctrl-C in a terminal does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
    ...account,
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  return () => shell.stdin.end('done\n');
}

/** Ends another process when this one ends for any reason. Returns a function that cancels the watch. */
export function watchOver({ pid, signal, group = false, account }: Watch): () => void {
  const target = group ? `-${pid}` : String(pid);
  return atEnd(ENDING, [String(pid), target, signal.slice(3)], account);
}

/** Removes a folder when this process ends for any reason. Returns a function that cancels the removal. */
export const removeAtEnd = (folder: string): (() => void) => atEnd(REMOVAL, [folder]);
