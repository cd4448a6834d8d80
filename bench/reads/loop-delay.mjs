// Reports the `ProcessFigures` of the API's process, which the measurement makes load this file with --import: the product has no
// code for it. In plain JavaScript, because the loader of TypeScript takes 20 MB of the process.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
let utilization = performance.eventLoopUtilization();
let cpu = process.cpuUsage();

process.on('message', () => {
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({
    peakMemoryMb: process.resourceUsage().maxRSS / 1024,
    longestDelayMs: delay.max / 1e6 - RESOLUTION_MS,
    delayP99Ms: delay.percentile(99) / 1e6 - RESOLUTION_MS,
    busy: performance.eventLoopUtilization(utilization).utilization,
    cpuMs: (user + system) / 1000,
  });
  delay.reset();
  utilization = performance.eventLoopUtilization();
  cpu = process.cpuUsage();
});
// The listener must not keep the process alive.
process.channel?.unref();
