import { parseArgs } from 'node:util';
import { openBrowser } from '@dps/release/browser';
import { startTrialProduct } from '@dps/release/product/trial-product';
import { smokeTest } from '@dps/release/smoke-test';
import { FILE_GATES, readBuildFile, type Gate } from '@dps/release-commands/command';
import { openReleaseLab } from '../support/release-lab.ts';
import { FAULTY_BUILDS } from './faulty-builds.ts';
import { HARMFUL_PAGES } from './harmful-pages.ts';
import { LATE_FAULTS } from './late-faults.ts';
import { pageWith, PAGE } from './bad-module.ts';
import { tryModule, type Outcome } from './try-module.ts';

const ALL = [...FAULTY_BUILDS, ...HARMFUL_PAGES, ...LATE_FAULTS];
const { positionals: filters } = parseArgs({ allowPositionals: true });
const chosen = ALL.filter(
  ({ fault }) => filters.length === 0 || filters.some((filter) => fault.includes(filter)),
);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Lines of the progress and of the summary. */
const PROGRESS =
  /^(\S+ \S+: \/|Testing |database, |[✓✗] |done after |\S+ \S+ is not published:|Nothing was changed\.|.* breaks \d+ release rule|Without release\.json|$)/;

/** Returns the message to the team, without the progress. */
const causeOf = ({ message }: Outcome): string =>
  message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !PROGRESS.test(line))
    .join(' ');

const lab = await openReleaseLab({ page: pageWith('')[PAGE] ?? '', demoData: true });
const browser = await openBrowser();
const product = await startTrialProduct();
const stopped = new Promise<never>((_done, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
});
/** The check of the release command, with one product for all modules. */
const smokeGate: Gate = {
  name: 'smoke',
  check: async (build, report) => {
    const candidate = { ...build.build, read: (file: string) => readBuildFile(build.build, file) };
    const registry = await product.run(candidate, build.store, build.registry);
    return smokeTest(browser, { url: product.url, registry }, candidate, report);
  },
};
let failed = 0;

async function tryAll(): Promise<void> {
  await lab.release(`publish ${await lab.weather()}`);
  const trial = { lab, browser, good: lab.folder('mfe-weather') };
  for (const [index, bad] of chosen.entries()) {
    const begun = performance.now();
    // The checks of the files suffice for the first list, without a browser.
    const gates = FAULTY_BUILDS.includes(bad) ? FILE_GATES : [...FILE_GATES, smokeGate];
    const outcome = await tryModule({ ...trial, gates }, bad, `0.${index + 2}.0`).catch(
      (error: unknown): Outcome => ({ stage: 'nowhere', message: String(error) }),
    );
    const isStopped = outcome.stage === bad.stage && bad.message.test(outcome.message);
    if (!isStopped) failed += 1;
    say(
      `${isStopped ? '✓' : '✗'} ${bad.fault} | ${outcome.stage} | ${causeOf(outcome)} (${((performance.now() - begun) / 1000).toFixed(1)} s)`,
    );
  }
}

try {
  await Promise.race([tryAll(), stopped]);
} finally {
  await browser.close();
  await product.close();
  await lab.close();
}
say(`${chosen.length - failed} of ${chosen.length} stop where they must.`);
process.exitCode = failed > 0 ? 1 : 0;
