import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { systemCodeOf } from '../failure.ts';

/** The fields of a process after its name: its state first; empty where there is no such process. */
function linuxStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces and parentheses itself.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Whether a process with this id runs; one that ended and that its parent has not collected does not. */
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
 * When a process started, in a form that is only good for comparing: ids are used again after a while, an id
 * together with its start is not. Empty where the system does not tell.
 */
export function startOf(pid: number): string {
  if (process.platform === 'linux') return linuxStat(pid)[19] ?? '';
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** The command line of a process; empty where the system does not tell. */
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

/** The processes of this name whose working directory is the given one; on Linux only. */
export function linuxProcessesIn(name: string, directory: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && linuxProcessRunsIn(pid, name, directory));
}
