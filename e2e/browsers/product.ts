import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct as startLocalProduct } from '@dps/local-stack';

/** The product with the demo data, and what its pages report. */
export interface Product {
  url: string;
  /** Returns and removes the script errors, failures and policy violations that browsers have reported. */
  takeReports(): string[];
  close(): Promise<void>;
}

/**
 * Starts the product on free ports.
 *
 * @param dataDir folder of its data
 * @param signal cancels the start
 */
export async function startProduct(dataDir: string, signal: AbortSignal): Promise<Product> {
  let warnings: string[] = [];
  const stack = await startLocalProduct({
    dataDir,
    ephemeral: true,
    logLevel: 'warn',
    environment: { RATE_LIMIT_FACTOR: '100' },
    signal,
    onWarning: (line) => warnings.push(line),
  });
  const log = join(dataDir, 'logs/api.log');
  let read = 0;
  return {
    url: stack.url,
    takeReports: () => {
      const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
      const events = lines.slice(read).filter((line) => line.includes('"msg":"browser event"'));
      read = lines.length;
      const reports = [...warnings, ...events];
      warnings = [];
      return reports;
    },
    close: () => stack.close(),
  };
}
