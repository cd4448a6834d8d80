import { browserPagesView, paths } from '@dps/contract';
import { resultOf, type Attack } from './attack.ts';
import { Client } from './client.ts';

const LOADS = 20;
const COUNT = 10_000;
const VERSION = '99.0.0';

/** One report that claims the loads of 200,000 pages, to decide the watch of a canary. */
export const inventedReport: Attack = async ({ url, metrics }) => {
  const load = { module: 'jobs', version: VERSION, count: COUNT, outcome: 'loaded', ms: 1 };
  const { status } = await new Client(url).post(paths.telemetry(), {
    loads: Array.from({ length: LOADS }, () => load),
  });
  const response = await fetch(`${metrics}/browser-pages`);
  const { releases } = await browserPagesView.validate(await response.json());
  const pages = releases.find(({ version }) => version === VERSION)?.loaded;
  return resultOf(
    `one report of ${(LOADS * COUNT).toLocaleString('en-US')} pages`,
    `report → ${status}; counts as ${pages} page`,
    status === 204 && pages === 1,
  );
};
