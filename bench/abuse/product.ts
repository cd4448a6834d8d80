import { startProduct } from '@dps/local-stack';

// The product runs in a process of its own, so that the attacks do not take the gateway's time.
const portOf = (name: string) => Number(process.env[name]);
const product = await startProduct({
  port: portOf('PORT'),
  apiPort: portOf('API_PORT'),
  metricsPort: portOf('METRICS_PORT'),
  demoData: false,
  logLevel: 'warn',
  overrideOrigins: [],
  // Without mail, the attackers need no confirmed address to post jobs.
  smtp: null,
});
process.once('SIGTERM', () => void product.close().then(() => process.exit()));
