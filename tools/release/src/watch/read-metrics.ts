/** Counter values by `<version> <kind> <outcome>`. */
export type Counters = ReadonlyMap<string, number>;

const METRIC = 'dps_browser_events_total';
const LINE = new RegExp(`^${METRIC}\\{(.*)\\} (\\S+)$`, 'gm');
/** The API allows no characters in these labels that need escaping. */
const LABEL = /(\w+)="([^"]*)"/g;
const ANSWER_MS = 5_000;

/** Returns the counter name of an event. */
export const counterName = (version: string, kind: string, outcome: string): string =>
  `${version} ${kind} ${outcome}`;

/**
 * Parses the browser events of one module from the API's metrics.
 *
 * @param text in Prometheus' text format, see docs/operations.md
 * @throws Error if the metric is missing
 */
export function parseMetrics(text: string, module: string): Counters {
  if (!text.includes(`# TYPE ${METRIC} counter`)) throw new Error(`it does not have the metric ${METRIC}`);
  const counters = new Map<string, number>();
  for (const [, labels = '', value] of text.matchAll(LINE)) {
    const of = new Map([...labels.matchAll(LABEL)].map(([, name = '', label = '']) => [name, label]));
    const [version = '', kind = '', outcome = ''] = ['version', 'kind', 'outcome'].map((name) =>
      of.get(name),
    );
    if (of.get('module') === module) counters.set(counterName(version, kind, outcome), Number(value));
  }
  return counters;
}

/**
 * Reads the metrics of one API process.
 *
 * @throws Error when the process is unreachable or its response is invalid
 */
export async function readMetrics(url: string, module: string): Promise<Counters> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  return parseMetrics(await response.text(), module);
}
