import { spawn } from 'node:child_process';

interface Watch {
  pid: number;
  /** The signal that asks it to end; SIGKILL follows after ten seconds. */
  signal: 'SIGINT' | 'SIGTERM';
  /** True to end all of the process's group, which it must lead. */
  group?: boolean;
  /** The account that may signal the process; this process's own where it is left out. */
  account?: { uid: number; gid: number } | undefined;
}

// A line on the pipe calls the watch off; its end without one means that this process is gone. A process that
// ended but that nobody collected (a zombie) counts as gone.
const SCRIPT = `read -r _ && exit
kill -s "$3" -- "$2" 2>/dev/null || exit
n=0
while kill -0 "$1" 2>/dev/null && ! grep -qs '^State:.Z' "/proc/$1/status"; do
  n=$((n + 1))
  [ $n -gt 50 ] && kill -s KILL -- "$2"
  [ $n -gt 60 ] && exit
  sleep 0.2 || sleep 1
done`;

/**
 * Ends another process when this one dies, in whatever way: a small shell waits at a pipe that only this process
 * holds open. Where there is no shell (Windows), nothing watches.
 *
 * @returns a function that calls the watch off
 */
export function watchOver({ pid, signal, group = false, account }: Watch): () => void {
  if (process.platform === 'win32') return () => undefined;
  const target = group ? `-${pid}` : String(pid);
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'watchdog', String(pid), target, signal.slice(3)], {
    cwd: '/',
    // A session of its own, so that the Ctrl-C of a terminal does not reach it.
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
