import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** Figures of the API's process since the previous message, except the peak memory. */
export interface ProcessFigures {
  /** Maximum resident set size since the start, in MB. */
  peakMemoryMb: number;
  /** Longest delay of the event loop, in milliseconds. */
  longestDelayMs: number;
  delayP99Ms: number;
  /** Share of the time in which the event loop was busy, from 0 to 1. */
  busy: number;
  /** Processor time of all threads, in milliseconds. */
  cpuMs: number;
}

// The measurement loads this file into the API with --import: the product has no code for it.
const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
let utilization = performance.eventLoopUtilization();
let cpu = process.cpuUsage();

process.on('message', () => {
  const { user, system } = process.cpuUsage(cpu);
  const figures: ProcessFigures = {
    peakMemoryMb: process.resourceUsage().maxRSS / 1024,
    longestDelayMs: delay.max / 1e6 - RESOLUTION_MS,
    delayP99Ms: delay.percentile(99) / 1e6 - RESOLUTION_MS,
    busy: performance.eventLoopUtilization(utilization).utilization,
    cpuMs: (user + system) / 1000,
  };
  process.send?.(figures);
  delay.reset();
  utilization = performance.eventLoopUtilization();
  cpu = process.cpuUsage();
});
// The listener must not keep the process alive.
process.channel?.unref();
