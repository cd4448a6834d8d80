import { createApp } from './app.ts';
import { ConfigError, readConfig, type Config } from './platform/config/config.ts';
import { createLogger } from './platform/logging/logger.ts';

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`The API cannot start. ${error.message}\n`);
    process.exit(1);
  }
}

const config = readConfigOrExit();
const logger = createLogger(config.logLevel);
try {
  const app = await createApp(config, logger);
  await app.listen(config.port, config.host);
  logger.info({ host: config.host, port: config.port }, 'the API listens');
  const stop = (signal: string) => {
    logger.info({ signal }, 'the API stops');
    void app.close();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  logger.fatal({ err: error }, 'the API could not start');
  process.exit(1);
}
