import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/contract';
import { signUp } from './accounts.ts';
import { goalResult, printTable } from './figures.ts';
import { Ledger } from './faults/ledger.ts';
import { PageLoads } from './faults/page-loads.ts';
import { overload } from './faults/overload.ts';
import { startFaultyProduct, type FaultyProduct } from './faults/product.ts';
import { SCENARIOS } from './faults/scenarios.ts';
import { HANG_MS, readOptions, runMeasurement } from './measurement.ts';

const HEALED_WITHIN_MS = 30_000;
/** Time in which the webhook or the sweep settles all charged jobs. */
const SETTLED_WITHIN_MS = 150_000;
const MIN_GOODPUT = 0.8;

const options = readOptions({ seconds: 60, lanes: 6, overload: 10 }, { seconds: 1, lanes: 3, overload: 1 });

/** Waits until the product answers again. Returns the seconds that it took. */
async function untilHealed(product: FaultyProduct, withinMs: number): Promise<number> {
  const from = performance.now();
  for (;;) {
    const answer = await fetch(product.url + paths.ready(), { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    const passed = performance.now() - from;
    if (answer?.ok) return passed / 1_000;
    if (passed > withinMs)
      throw new Error(`The product did not answer within ${withinMs} ms after the repair`);
    await delay(50);
  }
}

/**
 * Writes and loads pages during each fault. Afterwards it compares the ledger of acknowledged writes with the database; the
 * bytes of each page are compared with the release.
 */
await runMeasurement(async (teardown) => {
  const product = await startFaultyProduct(teardown);
  const rows = [
    [
      'Fault',
      'acknowledged',
      'unknown',
      'lost',
      'doubled',
      'refused, stored',
      'unpaid',
      'pages',
      'refused',
      'wrong',
      'healed after',
    ],
  ];
  let faults = 0;
  for (const { name, run, problem } of SCENARIOS.filter(
    ({ isShort }) => isShort === true || !options.smallest,
  )) {
    process.stdout.write(`${name} …\n`);
    const why = problem?.(product);
    if (typeof why === 'string') {
      rows.push([`${name}: ${why}`]);
      continue;
    }
    const ledger = await Ledger.open(product, options.lanes);
    const pages = new PageLoads(product.url, product.shell);
    await delay(500);
    await run(product, options.seconds);
    const healed = await untilHealed(product, options.smallest ? HANG_MS : HEALED_WITHIN_MS);
    const before = { writes: ledger.writes, pages: pages.served };
    while (ledger.writes < before.writes + options.lanes || pages.served < before.pages + options.lanes)
      await delay(50);
    const found = await ledger.compare(options.smallest ? HANG_MS : SETTLED_WITHIN_MS);
    await pages.stop();
    faults += found.lost + found.doubled + found.refused + found.unpaid + pages.wrong;
    const cells = [found.acknowledged, found.unknown, found.lost, found.doubled, found.refused, found.unpaid];
    const loads = [pages.served, pages.refused, pages.wrong];
    rows.push([name, ...[...cells, ...loads].map(String), `${healed.toFixed(1)} s`]);
  }
  printTable(rows, 1);
  const pilot = await signUp(product.url, 'pilot');
  const figures = await overload(product.url, pilot, product.api, options.overload);
  const share = figures.goodput / figures.peak;
  process.stdout.write(
    `Overload × 5: ${figures.goodput.toFixed(0)} of ${figures.peak.toFixed(0)} answers a second ` +
      `(${(share * 100).toFixed(0)} %, ${goalResult(share >= MIN_GOODPUT)}), ` +
      `${figures.megabytes.toFixed(0)} MB, ${figures.healthy} of ${figures.checks} health checks answered\n`,
  );
  if (faults > 0) throw new Error(`${faults} writes were lost, doubled or wrong, or pages were wrong`);
});
