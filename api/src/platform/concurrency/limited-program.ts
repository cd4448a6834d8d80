import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';

export interface ProcessLimits {
  /** Time on a processor. Only Linux counts it. */
  processorSeconds: number;
  /** Time from the start of the process to its end, which also passes while other programs use the processors. */
  milliseconds: number;
  /** Memory that the process may write to, without what V8 reserves. */
  megabytes: number;
}

/** V8 reserves this for compiled code. Linux counts it, although nearly nothing of it is used. */
const RESERVED_MEGABYTES = process.arch === 'x64' ? 512 : 128;
const KILOBYTES = 1024;
/** Requests precede the program on the processor. */
const NICE = 10;

/**
 * Linux gives the process no more memory than its limit, and ends it after the time on a processor. If the container has no memory
 * left, Linux ends this process before others.
 */
function limitedBySystem({ processorSeconds, megabytes }: ProcessLimits): ForkOptions {
  if (process.platform !== 'linux') return { execArgv: [] };
  const data = (RESERVED_MEGABYTES + megabytes) * KILOBYTES;
  const command = `echo 1000 >/proc/self/oom_score_adj
    ulimit -d ${data} && ulimit -t ${processorSeconds} && exec nice -n ${NICE} "$0" "$@"`;
  return { execPath: '/bin/sh', execArgv: ['-c', command, process.execPath] };
}

/** A script that runs in processes with limits of time and memory. The build finds the script by the name of this class. */
export class LimitedProgram {
  constructor(private readonly script: URL) {}

  /** Starts a process, which has no secrets of the API in its environment. The signal ends it. */
  start(limits: ProcessLimits, signal: AbortSignal): ChildProcess {
    return fork(this.script, {
      ...limitedBySystem(limits),
      env: { PATH: process.env['PATH'], UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      timeout: limits.milliseconds,
      killSignal: 'SIGKILL',
      signal,
    });
  }
}
