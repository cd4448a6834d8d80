import { apiDocument } from '../support/contract/document.ts';
import { fuzz, type FuzzReport } from './fuzz.ts';
import { startFuzzServer, type FuzzServer } from './fuzz-server.ts';
import { toText } from './report.ts';

const { FUZZ_REQUESTS, FUZZ_SEED } = process.env;
const REQUESTS = Number(FUZZ_REQUESTS ?? 2000);
const SEED = Number(FUZZ_SEED ?? 20_261_120);
const MOST_MS_PER_REQUEST = 50;
const SHRINKING_MS = 300_000;
const PROGRESS_INTERVAL = 10_000;

/** Prints the progress of a long run that was started manually. */
function print(text: string): void {
  if (FUZZ_REQUESTS !== undefined) process.stdout.write(`${text}\n`);
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

  it('reach every operation with a success', async () => {
    const { routes } = await apiDocument();
    const reached = (id: string) =>
      [...(report.statuses.get(id)?.keys() ?? [])].some((status) => status < 300);
    const missed = routes.map(({ operation }) => operation.operationId ?? '').filter((id) => !reached(id));
    expect(missed).toEqual([]);
  });
});
