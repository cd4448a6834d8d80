import { createServer } from 'node:http';
import { once } from 'node:events';
import type { ReleasePages } from '@dps/contract';

/** A fake API process with metrics. */
export interface MetricsProcess {
  url: string;
  /**
   * Counts by `<module> <version> <outcome>`, and of a network by `<module> <version> <outcome> <network>`. With null, it
   * responds with status 503.
   */
  counts: Readonly<Record<string, number>> | null;
  close: () => void;
}

const ALL = '';

/** Returns the counts as the API serves them. Without a network, they belong to all. */
function releasesOf(counts: Readonly<Record<string, number>>): ReleasePages[] {
  const releases = new Map<string, ReleasePages>();
  for (const [labels, count] of Object.entries(counts)) {
    const [module = '', version = '', outcome = '', network = ALL] = labels.split(' ');
    const none = { loaded: 0, replaced: 0, crashed: 0, started: 0, fine: 0, failed: 0 };
    const release = releases.get(`${module} ${version}`) ?? { module, version, ...none, networks: [] };
    releases.set(`${module} ${version}`, release);
    if (network === ALL) Object.assign(release, { [outcome]: count });
    else {
      const known = release.networks.find((each) => each.network === network) ?? { network, ...none };
      release.networks = [
        ...release.networks.filter((each) => each !== known),
        { ...known, [outcome]: count },
      ];
    }
  }
  return [...releases.values()];
}

/** Starts a server with page counts in the API's format. */
export async function startMetrics(counts: MetricsProcess['counts']): Promise<MetricsProcess> {
  const server = createServer(({ url }, response) => {
    if (url !== '/browser-pages') response.writeHead(404).end();
    else if (known.counts === null) response.writeHead(503).end();
    else response.end(JSON.stringify({ releases: releasesOf(known.counts) }));
  }).listen(0, '127.0.0.1');
  const known: MetricsProcess = { url: '', counts, close: () => server.close() };
  await once(server, 'listening');
  const address = server.address();
  known.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/metrics`;
  return known;
}
