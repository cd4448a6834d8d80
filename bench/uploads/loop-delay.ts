import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** What the API's process says about itself: since the last time it was asked, but for the peak memory. */
export interface ProcessFigures {
  /** Most that the process has ever held, in MB. */
  peakMemoryMb: number;
  /** Longest time for which the event loop answered nobody, in milliseconds. */
  longestDelayMs: number;
  delayP99Ms: number;
  /** Share of the time in which the event loop was busy, from 0 to 1. */
  busy: number;
  /** Processor time of all threads, in milliseconds. */
  cpuMs: number;
}

// Loaded into the API with --import: the product itself carries nothing for the measurement.
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
// Listening must not keep the API from ending.
process.channel?.unref();
