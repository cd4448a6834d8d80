// Reports the `Memory` of the API's process, which the measurement makes load this file with --import and --expose-gc: the product
// has no code for it. In plain JavaScript, because the loader of TypeScript takes 20 MB of the process.
const MB = 1024 ** 2;

process.on('message', () => {
  const rssMb = process.memoryUsage.rss() / MB;
  globalThis.gc?.();
  process.send?.({ heapMb: process.memoryUsage().heapUsed / MB, rssMb });
});
// The listener must not keep the process alive.
process.channel?.unref();
