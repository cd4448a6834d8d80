import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/contract';
import { Ledger, type Comparison } from './faults/ledger.ts';
import { startFaultyProduct, type FaultyProduct } from './faults/product.ts';
import { scenariosOf, type Scenario } from './faults/scenarios.ts';
import { printTable } from './run/figures.ts';
import { readOptions, runMeasurement } from './run/measurement.ts';

const HEALED_WITHIN_MS = 30_000;
/** Time in which the webhook or the sweep settles all charged jobs. */
const SETTLED_WITHIN_MS = 150_000;
/** Limit of a smallest run, whose times have no meaning: only what never ends takes so long. */
const HANG_MS = 600_000;

const options = readOptions({ seconds: 60, lanes: 6 }, { seconds: 1, lanes: 3 });

/** Waits until the product responds again. Returns the seconds that it took. */
async function untilHealed({ url }: FaultyProduct, withinMs: number): Promise<number> {
  const from = performance.now();
  for (;;) {
    const timeout = AbortSignal.timeout(2_000);
    const response = await fetch(url + paths.ready(), { signal: timeout }).catch(() => null);
    await response?.body?.cancel();
    const passed = performance.now() - from;
    if (response?.ok) return passed / 1_000;
    if (passed > withinMs)
      throw new Error(`The product did not respond within ${withinMs} ms after the repair`);
    await delay(50);
  }
}

/** Writes during a fault. Returns how the responses differ from the database and the provider, and the seconds until it was healed. */
async function observe({ run }: Scenario, product: FaultyProduct): Promise<Comparison & { healed: number }> {
  const ledger = await Ledger.open(product, options.lanes);
  await delay(500);
  await run(product, options.seconds);
  const healed = await untilHealed(product, options.smallest ? HANG_MS : HEALED_WITHIN_MS);
  const { writes } = ledger;
  while (ledger.writes < writes + options.lanes) await delay(50);
  return { ...(await ledger.compare(options.smallest ? HANG_MS : SETTLED_WITHIN_MS)), healed };
}

/** Compares the ledger of acknowledged writes with the database and the provider, after each fault. */
await runMeasurement(async (teardown) => {
  const product = await startFaultyProduct(teardown);
  const rows = [
    ['Fault', 'acknowledged', 'unknown', 'lost', 'doubled', 'refused, stored', 'unpaid', 'healed after'],
  ];
  let wrong = 0;
  const isRun = ({ isShort }: Scenario) => isShort === true || !options.smallest;
  for (const scenario of scenariosOf(product).filter(isRun)) {
    process.stdout.write(`${scenario.name} …\n`);
    const found = await observe(scenario, product);
    const { acknowledged, unknown, lost, doubled, refused, unpaid, healed } = found;
    wrong += lost + doubled + refused + unpaid;
    const counts = [acknowledged, unknown, lost, doubled, refused, unpaid].map(String);
    rows.push([scenario.name, ...counts, `${healed.toFixed(1)} s`]);
  }
  printTable(rows);
  if (wrong > 0) throw new Error(`${wrong} writes were lost, doubled, stored after a refusal or not paid`);
});
