import { messageOf } from '@dps/release/store/command-error';
import { openStore } from '@dps/release/store/open-store';
import { ConfigError, readConfig, type Config } from './config/config.ts';
import { startGateway } from './gateway.ts';

/** Grace period for active requests after a signal, in milliseconds. */
const FINISH_WITHIN_MS = 10_000;

type Level = 'info' | 'warn' | 'fatal';

/** Writes one JSON object a line, as the API does. */
const log = (level: Level, msg: string): void =>
  void process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), msg })}\n`);

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`The gateway cannot start. ${error.message}\n`);
    process.exit(1);
  }
}

function stopOnSignals(gateway: { close(): Promise<void> }): void {
  const stop = async (signal: string): Promise<void> => {
    log('info', `${signal}: the gateway stops`);
    await gateway.close();
    log('info', 'the gateway has stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop(signal));
}

const { host, port, metrics, releaseStore, s3, ...options } = readConfigOrExit();
try {
  const store = await openStore(releaseStore, s3);
  const gateway = await startGateway(
    { ...options, store, log: (line) => log('warn', line) },
    { host, port, metrics, finishWithinMs: FINISH_WITHIN_MS },
  );
  stopOnSignals(gateway);
  log('info', `the gateway listens on ${gateway.url} and serves ${store.address}`);
} catch (error) {
  log('fatal', `The gateway cannot start: ${messageOf(error)}`);
  process.exit(1);
}
