import { GATES } from './gates/gates.ts';
import { runCommand } from './run-command.ts';

/** Returns a signal that a termination request aborts. One Ctrl-C can arrive twice: from the terminal and from npm. */
function stopRequest(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stop.abort());
  return stop.signal;
}

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  gates: GATES,
  stopRequest,
  write: (line) => process.stdout.write(`${line}\n`),
  writeError: (line) => process.stderr.write(`${line}\n`),
});
