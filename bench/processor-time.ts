import { readFileSync } from 'node:fs';

/** Clock ticks of Linux in a second. */
const TICKS = 100;

/** Returns the processor time that a process and all of its threads have used, in seconds. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Returns the processor time of a process in seconds, and its resident memory in megabytes. */
export function usageOf(pid: number): { cpu: number; megabytes: number } {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return { cpu: processorSeconds(pid), megabytes: (Number(pages) * 4096) / 1e6 };
}
