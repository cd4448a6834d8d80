/** How often something was counted, by `<version> <kind> <outcome>`. */
export type Counters = ReadonlyMap<string, number>;

const METRIC = 'dps_browser_events_total';
const LINE = new RegExp(`^${METRIC}\\{(.*)\\} (\\S+)$`, 'gm');
/** The API lets nothing into these labels that would have to be escaped. */
const LABEL = /(\w+)="([^"]*)"/g;
const ANSWER_MS = 5_000;

/** Under which name an event of a release is counted. */
export const counterName = (version: string, kind: string, outcome: string): string =>
  `${version} ${kind} ${outcome}`;

/**
 * What browsers have reported of one module, out of the API's metrics.
 *
 * @param text in Prometheus' text format, see docs/operations.md
 * @throws Error where that metric is not in it
 */
export function parseMetrics(text: string, module: string): Counters {
  if (!text.includes(`# TYPE ${METRIC} counter`)) throw new Error(`it does not count ${METRIC}`);
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
 * Asks one process of the API.
 *
 * @throws Error that says why there was no answer that can be used
 */
export async function readMetrics(url: string, module: string): Promise<Counters> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  return parseMetrics(await response.text(), module);
}
