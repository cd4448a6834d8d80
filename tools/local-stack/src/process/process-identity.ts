import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { systemCodeOf } from '../failure.ts';

/** Returns the fields of a process after its name, the state first. Empty if there is no such process. */
function linuxStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses can contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Returns whether a process with this id runs. A zombie process does not. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') {
    const state = linuxStat(pid)[0];
    return state !== undefined && state !== 'Z' && state !== 'X';
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === 'EPERM';
  }
}

/**
 * Returns the start time of a process in a system format. An id and its start time identify a process, because systems
 * reuse ids. Empty if unavailable.
 */
export function startOf(pid: number): string {
  if (process.platform === 'linux') return linuxStat(pid)[19] ?? '';
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Returns the command line of a process. Empty if unavailable. */
export function commandOf(pid: number): string {
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

function linuxProcessRunsIn(pid: number, name: string, directory: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name &&
      readlinkSync(`/proc/${pid}/cwd`) === directory
    );
  } catch {
    return false;
  }
}

/** Returns the processes with this name and working directory, on Linux only. */
export function linuxProcessesIn(name: string, directory: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && linuxProcessRunsIn(pid, name, directory));
}
