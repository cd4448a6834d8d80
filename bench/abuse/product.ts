import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '@dps/local-stack';

// The product runs in a process of its own, so that the attacks do not take the gateway's time.
const dataDir = mkdtempSync(join(tmpdir(), 'dps-abuse-'));
const apiPort = Number(process.env['ABUSE_API_PORT']);
const product = await startProduct({
  dataDir,
  apiPort,
  ephemeral: true,
  demoData: false,
  logLevel: 'warn',
  overrideOrigins: [],
  // Without mail, the attackers need no confirmed address to post jobs.
  environment: { METRICS_PORT: process.env['ABUSE_METRICS_PORT'] ?? '', SMTP_URL: '' },
});

async function stop(): Promise<void> {
  await product.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
}
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, () => void stop());
process.send?.(product.url);
