import { messageOf } from '../store/command-error.ts';
import { readLine } from '../commands/arguments.ts';
import { serve } from '../commands/serve.ts';
import { metricsAddresses, openReadContext } from '../commands/open-context.ts';

// The release service without the tools of the other commands: the program of its container image.
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stop.abort());
const write = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const { values: options } = readLine(['serve']);
  const context = await openReadContext(options, process.env, write);
  const metrics = metricsAddresses(options, process.env);
  await serve({ context, environment: process.env, metrics }, stop.signal, write);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
