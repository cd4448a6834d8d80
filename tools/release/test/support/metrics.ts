import { createServer } from 'node:http';
import { once } from 'node:events';

/** A fake API process with metrics. */
export interface MetricsProcess {
  url: string;
  /** Counts by `<module> <version> <kind> <outcome>`. With null, it responds with status 503. */
  counts: Readonly<Record<string, number>> | null;
  close: () => void;
}

const seriesOf = ([labels, count]: [string, number]): string => {
  const [module, version, kind, outcome] = labels.split(' ');
  return `dps_browser_events_total{module="${module}",version="${version}",kind="${kind}",outcome="${outcome}"} ${count}`;
};

/** Starts a server with metrics in the API's format. */
export async function startMetrics(counts: MetricsProcess['counts']): Promise<MetricsProcess> {
  const server = createServer((_request, response) => {
    const lines = known.counts && [
      '# TYPE dps_browser_events_total counter',
      ...Object.entries(known.counts).map(seriesOf),
    ];
    response.writeHead(lines ? 200 : 503).end(lines ? `${lines.join('\n')}\n` : '');
  }).listen(0, '127.0.0.1');
  const known: MetricsProcess = { url: '', counts, close: () => server.close() };
  await once(server, 'listening');
  const address = server.address();
  known.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/metrics`;
  return known;
}
