import { launch, type CookieData } from 'puppeteer-core';
import { DEMO_ACCOUNTS } from '@dps/contract';
import { writeManyJobs } from '@dps/local-stack/many-jobs';
import { CHROMIUM_FLAGS, installedBrowser } from '@dps/release/browser';
import { signIn, signUp } from './run/accounts.ts';
import { printFigures, type Figure, type Goal } from './run/figures.ts';
import { readOptions, runMeasurement, runRounds } from './run/measurement.ts';
import { startMeasured } from './run/product.ts';
import { visitJobs, type Visit } from './web/long-list.ts';
import { loadPage, PAGES, type Load, type MeasuredPage } from './web/load-page.ts';
import { buildOneBundle } from './web/one-bundle.ts';
import { publishBundle } from './web/publish-bundle.ts';

/** Version of the bundle's shell. */
const BUNDLE_VERSION = '0.0.0-bundle';
const KIB = 1024;

const options = readOptions({ rounds: 5, few: 40, many: 2000 }, { rounds: 1, few: 40, many: 60 });

interface PageLoads {
  page: MeasuredPage;
  released: Load[];
  bundle: Load[];
}

/** Returns the session of a cookie header, for a browser. */
function cookieOf(url: string, header: string): CookieData {
  const [name = '', value = ''] = header.split('=');
  return { name, value, domain: new URL(url).hostname };
}

/** Signs the demo account of a page in. */
async function sessionOf(url: string, { role }: MeasuredPage): Promise<CookieData | undefined> {
  const account = DEMO_ACCOUNTS.find((each) => each.role === role);
  return account && cookieOf(url, (await signIn(url, account.username, account.password)).cookie);
}

function figuresOf({ page: { name }, released, bundle }: PageLoads): Figure[] {
  const figure = (what: string, unit: string, of: (load: Load) => number, goal?: Goal): Figure => ({
    name: `${name}: ${what}`,
    unit,
    values: released.map(of),
    baselines: bundle.map(of),
    goal,
  });
  return [
    figure('scripts, brotli', 'KiB', ({ bytes }) => bytes / KIB, { atMost: 1.1 }),
    figure('usable', 'ms', ({ usable }) => usable, { atMost: 1.05 }),
    figure('blocking time', 'ms', ({ blocking }) => blocking, { atMost: 1.05 }),
    {
      name: `${name}: layout shift`,
      unit: '',
      values: released.map(({ shift }) => shift),
      goal: { atMost: 0.02, of: 'value' },
    },
  ];
}

function listFigures(few: readonly Visit[], many: readonly Visit[]): Figure[] {
  const figure = (what: string, unit: string, of: keyof Visit, goal: Goal): Figure => ({
    name: `${options.many.toLocaleString('en-US')} own jobs: ${what}`,
    unit,
    values: many.map((visit) => visit[of]),
    baselines: few.map((visit) => visit[of]),
    goal,
  });
  return [
    figure('first entry', 'ms', 'firstEntry', { atMost: 1.3 }),
    figure('key press in the search', 'ms', 'key', { atMost: 100, of: 'value' }),
    figure('elements', '', 'nodes', { atMost: 1500, of: 'value' }),
  ];
}

/** Measures loads of released pages; one bundle of the same sources is the baseline. Then a list of many jobs; one of few is. */
await runMeasurement(async (teardown) => {
  const settings = { version: BUNDLE_VERSION, minimize: !options.smallest };
  const bundle = await buildOneBundle({ folder: teardown.temporaryFolder(), ...settings });
  const [released, bundled] = [await startMeasured({}, teardown), await startMeasured({}, teardown)];
  await publishBundle(bundled.dataDir, bundle, settings);
  const sessionWith = async (count: number): Promise<CookieData> => {
    const [client, pilot] = [await signUp(released.url, 'client'), await signUp(released.url, 'pilot')];
    await writeManyJobs(released.databaseUrl, { clientId: client.id, pilotId: pilot.id, count });
    return cookieOf(released.url, client.cookie);
  };
  const [few, many] = [await sessionWith(options.few), await sessionWith(options.many)];
  const browser = await launch({ executablePath: installedBrowser() ?? '', args: CHROMIUM_FLAGS });
  teardown.defer(() => browser.close());
  const isSlow = !options.smallest;
  const pages = options.smallest ? PAGES.filter(({ role }) => role).slice(0, 1) : PAGES;
  const loads = pages.map((page): PageLoads => ({ page, released: [], bundle: [] }));
  const visits = { few: new Array<Visit>(), many: new Array<Visit>() };
  await runRounds(options, async (isWarmUp) => {
    for (const each of loads) {
      const load = async ({ url }: typeof released) =>
        loadPage(browser, url, each.page, { cookie: await sessionOf(url, each.page), isSlow });
      const [ours, theirs] = [await load(released), await load(bundled)];
      if (isWarmUp) continue;
      each.released.push(ours);
      each.bundle.push(theirs);
    }
    const ofFew = await visitJobs(browser, released.url, few);
    const ofMany = await visitJobs(browser, released.url, many);
    if (isWarmUp) return;
    visits.few.push(ofFew);
    visits.many.push(ofMany);
  });
  printFigures([...loads.flatMap(figuresOf), ...listFigures(visits.few, visits.many)]);
});
