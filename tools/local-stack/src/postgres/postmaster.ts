import { readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartFailure } from '../failure.ts';
import { ManagedProcess } from '../process/managed-process.ts';
import { commandOf, isAlive, linuxProcessesIn } from '../process/process-identity.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { clusterArgument, SERVER_ENVIRONMENT, type Layout } from './cluster.ts';

const STOP_WITHIN_MS = 10_000;
const LOG_LIMIT_BYTES = 5_000_000;
const POLL_MS = 20;

function settings(port: number, ephemeral: boolean): string[] {
  const always = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // No socket file: every user of the machine could open it, and its path may be too long.
    unix_socket_directories: '',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
  };
  const unsafeAndFast = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    autovacuum: 'off',
  };
  return Object.entries({ ...always, ...(ephemeral ? unsafeAndFast : {}) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
}

function pidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

const markedPid = (cluster: string): number => Number(pidFile(cluster)[0] ?? 0);

/** Returns the processes of a cluster whose owner has ended. */
function orphansOf(cluster: string): number[] {
  if (process.platform === 'linux') return linuxProcessesIn('postgres', realpathSync(cluster));
  const pid = markedPid(cluster);
  return pid > 0 && isAlive(pid) && commandOf(pid).includes(cluster) ? [pid] : [];
}

/**
 * Stops the processes of a killed owner and removes its PID file. Only for the cluster's owner.
 *
 * @throws StartFailure when they do not stop
 */
export async function stopOrphans(cluster: string): Promise<void> {
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const pid of orphansOf(cluster)) if (isAlive(pid)) process.kill(pid, signal);
  };
  signalAll('SIGINT');
  const start = performance.now();
  while (orphansOf(cluster).length > 0) {
    const waited = performance.now() - start;
    if (waited > 2 * STOP_WITHIN_MS)
      throw new StartFailure(`An orphaned PostgreSQL on ${cluster} does not stop.`);
    if (waited > STOP_WITHIN_MS) signalAll('SIGQUIT');
    await delay(POLL_MS);
  }
  // Another process may have the id in the PID file now, and PostgreSQL would assume a running server.
  // If orphaned backends are not visible, PostgreSQL's own check of the PID file remains.
  if (process.platform === 'linux' || isAlive(markedPid(cluster)))
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Returns the server of a cluster, which is not started. It serves once its PID file says so.
 *
 * @param port on the loopback interface
 * @param ephemeral true if a crash of the machine may lose the data
 */
export function postmasterOf(
  { cluster, log }: Layout,
  binaries: Binaries,
  account: Account | undefined,
  { port, ephemeral }: { port: number; ephemeral: boolean },
): ManagedProcess {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) rmSync(log);
  const server: ManagedProcess = new ManagedProcess({
    name: 'PostgreSQL',
    command: [binaries.postgres, '-D', clusterArgument(cluster, account), ...settings(port, ephemeral)],
    cwd: cluster,
    environment: SERVER_ENVIRONMENT,
    log,
    account,
    isReady: async () => markedPid(cluster) === server.pid && pidFile(cluster)[7]?.trim() === 'ready',
    stopSignal: 'SIGINT',
    stopWithinMs: STOP_WITHIN_MS,
  });
  return server;
}
