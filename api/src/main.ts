import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { createApp } from './app.ts';
import { ConfigError } from './platform/config/variables.ts';
import { readConfig, type Config } from './platform/config/config.ts';
import { refusePowerfulRole } from './platform/database/database-role.ts';
import { STOP_WITHIN_MS } from './platform/http/shutdown.ts';
import { bufferedOutput, createLogger } from './platform/logging/logger.ts';
import { startFailure } from './start-failure.ts';

/** Longer than the server takes to stop: the other parts of the application also close their connections. */
const EXIT_WITHIN_MS = STOP_WITHIN_MS + 3_000;

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`The API cannot start. ${error.message}\n`);
    process.exit(1);
  }
}

/** Ends the process after its requests have ended. A second signal does not interrupt them. */
function stopOnSignals(app: NestFastifyApplication, logger: Logger): void {
  let stopping = false;
  const stop = (signal: string) => {
    logger.info({ signal }, stopping ? 'the API is already stopping' : 'the API is stopping');
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      logger.fatal('the API did not stop in time');
      process.exit(1);
    }, EXIT_WITHIN_MS).unref();
    app.close().then(
      () => logger.info('the API has stopped'),
      (error: unknown) => {
        logger.fatal({ err: error }, 'the API did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

const config = readConfigOrExit();
const logger = createLogger(config.logLevel, bufferedOutput());
try {
  const app = await createApp(config, logger);
  if (config.environment === 'production') await refusePowerfulRole(app.get(DataSource));
  await app.listen(config.port, config.host);
  stopOnSignals(app, logger);
  logger.info({ url: await app.getUrl() }, 'the API is listening');
} catch (error) {
  logger.fatal({ err: error }, startFailure(error, config));
  process.exit(1);
}
