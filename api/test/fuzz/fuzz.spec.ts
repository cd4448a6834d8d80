import { fuzz, type FuzzReport } from './fuzz.ts';
import { startFuzzServer, type FuzzServer } from './fuzz-server.ts';

const { FUZZ_REQUESTS, FUZZ_SEED } = process.env;
const REQUESTS = Number(FUZZ_REQUESTS ?? 400);
const SEED = Number(FUZZ_SEED ?? 20_261_127);
const MOST_MS_PER_REQUEST = 50;
const SHRINKING_MS = 300_000;
const PROGRESS_INTERVAL = 10_000;

/** Prints the progress of a long run that was started manually. */
function print(text: string): void {
  if (FUZZ_REQUESTS !== undefined) process.stdout.write(`${text}\n`);
}

/** Formats a report as a table: a line for each operation, a column for each status. */
function toText({ seed, requests, statuses, failure }: FuzzReport): string {
  const answered = new Set<number>();
  for (const counts of statuses.values()) for (const status of counts.keys()) answered.add(status);
  const columns = [...answered].toSorted((a, b) => a - b);
  const widest = Math.max(0, ...[...statuses.keys()].map((name) => name.length));
  const cells = (texts: readonly (string | number)[]) =>
    texts.map((text) => String(text).padStart(7)).join('');
  const rows = [...statuses]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, counts]) => name.padEnd(widest) + cells(columns.map((status) => counts.get(status) ?? '')));
  return [
    `seed ${seed}, ${requests} requests`,
    ''.padEnd(widest) + cells(columns),
    ...rows,
    failure === null ? 'All answers match the document, and none is a 5xx.' : `FAILED: ${failure}`,
  ].join('\n');
}

describe('requests generated from the OpenAPI document', () => {
  let server: FuzzServer;
  let report: FuzzReport;
  beforeAll(
    async () => {
      server = await startFuzzServer();
      let printed = 0;
      const onProgress = (sent: number) => {
        if (sent - printed < PROGRESS_INTERVAL) return;
        printed = sent;
        print(`${sent} of ${REQUESTS} requests`);
      };
      report = await fuzz(server, { requests: REQUESTS, seed: SEED, onProgress });
      print(toText(report));
    },
    REQUESTS * MOST_MS_PER_REQUEST + SHRINKING_MS,
  );
  afterAll(() => server.close());

  it('receive documented answers without a 5xx', () => {
    expect(report.failure).toBeNull();
  });

  it('reach every operation with a success', () => {
    expect(report.missed).toEqual([]);
  });
});
