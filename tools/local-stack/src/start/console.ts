import { DEMO_ACCOUNTS } from '@dps/contract';
import type { Product } from '../product.ts';
import type { StartSettings } from './settings.ts';

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** Formats a duration: `0.4 s`. */
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Prints a finished part of the start. */
export function printDone(part: string, milliseconds: number): void {
  printLine(`  ${part.padEnd(20)} ${seconds(milliseconds).padStart(7)}`);
}

/** Prints the address and the accounts of the running product. */
export function printReady(
  { url, hasMailbox }: Pick<Product, 'url' | 'hasMailbox'>,
  settings: StartSettings,
  milliseconds: number,
): void {
  printLine(
    `\nDrone Pilot Surveys runs at ${settings.publicOrigin ?? url} (ready in ${seconds(milliseconds)})\n`,
  );
  if (settings.demoData) {
    printLine('  Demo accounts (username, password):');
    for (const { role, username, password } of DEMO_ACCOUNTS)
      printLine(`    ${role.padEnd(8)} ${username.padEnd(12)} ${password}`);
  }
  if (hasMailbox) printLine(`  Mail   ${url}/mailbox shows all mail of this product`);
  printLine(`  Data   ${settings.dataDir} (npm start -- --fresh deletes it)`);
  printLine(`  Stop   Ctrl-C\n`);
}

/** Prints a failure to the error output. */
export function printFailure(message: string): void {
  process.stderr.write(`\n${message}\n`);
}

/** A request to stop the product. */
export class StopRequest extends Error {
  override name = 'StopRequest';
}

const FORCED = 130;
/** One Ctrl-C can arrive several times: from the terminal, from npm, and from the parent process. */
const SAME_REQUEST_MS = 500;

/**
 * Returns a signal for Ctrl-C, SIGTERM, a closed terminal and the end of the parent process. A second Ctrl-C ends this
 * process and its children at once.
 */
export function stopRequests(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  const stop = (): void => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort(new StopRequest('stopped'));
    } else if (performance.now() - first > SAME_REQUEST_MS) process.exit(FORCED);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.once('disconnect', () => {
    if (!controller.signal.aborted) stop();
  });
  return controller.signal;
}
