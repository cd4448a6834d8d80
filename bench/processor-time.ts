import { readFileSync } from 'node:fs';

/** Clock ticks of Linux in a second. */
const TICKS = 100;

/** Returns the processor time that a process and all of its threads have used, in seconds. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
