import { ATTACHMENT_MAX_BYTES, paths } from '@dps/contract';
import { PASSWORD, postJob, signUp, withClient } from './run/accounts.ts';
import { measureDuring, measureFor, readJobs } from './run/calls.ts';
import { percentile, printFigures, type Figure } from './run/figures.ts';
import { readOptions, runMeasurement, runRounds } from './run/measurement.ts';
import { peakMegabytes, startApi, startProgram } from './run/product.ts';
import type { Order, Sent } from './run/sender.ts';

const READ_EVERY_MS = 10;

const options = readOptions(
  { rounds: 5, lanes: 10, uploads: 4, clients: 200, idle: 4000 },
  { rounds: 1, lanes: 2, uploads: 1, clients: 4, idle: 300 },
);

/** Accounts with the password of the account `$1`. */
const ACCOUNTS = `
  INSERT INTO users (username, email, password_hash, role, name)
  SELECT 'signs-in-' || n, 'signs-in-' || n || '@example.com', password_hash, role, name
  FROM users, generate_series(1, $2::int) AS n WHERE id = $1
  RETURNING username`;

/** Returns the uploads of one lane, to a job of an account of its own. */
async function prepareLane(api: string): Promise<Order['lanes'][number]> {
  const { cookie } = await signUp(api, 'client');
  const path = paths.attachments(await postJob(api, cookie));
  return Array.from({ length: options.uploads }, () => ({ path, cookie }));
}

/** Latencies of the reads by round, without and with a load. */
const newRounds = () => ({ idle: new Array<number[]>(), busy: new Array<number[]>() });

/** Measures reads during uploads and during sign-ins; the same reads without either are the baseline. */
await runMeasurement(async (teardown) => {
  const { url, databaseUrl, api } = await startApi(teardown);
  const pilot = await signUp(url, 'pilot');
  const { rows: accounts } = await withClient(databaseUrl, (client) =>
    client.query<{ username: string }>(ACCOUNTS, [pilot.id, options.clients]),
  );
  const signIns = accounts.map(({ username }) => [
    { path: paths.login(), body: { username, password: PASSWORD } },
  ]);
  const sender = await startProgram('run/sender.ts', {}, teardown);
  const loads = [
    {
      ...newRounds(),
      name: `${options.lanes} uploads of 10 MB at a time`,
      order: async (): Promise<Order> => ({
        url,
        lanes: await Promise.all(Array.from({ length: options.lanes }, () => prepareLane(url))),
        fileBytes: ATTACHMENT_MAX_BYTES,
      }),
    },
    {
      ...newRounds(),
      name: `${options.clients} sign-ins at once`,
      order: async (): Promise<Order> => ({ url, lanes: signIns }),
    },
  ];
  const read = () => readJobs({ url, cookie: pilot.cookie });
  let memory = 0;
  await runRounds(options, async (isWarmUp) => {
    for (const { name, order, idle, busy } of loads) {
      const next = await order();
      const alone = await measureFor(read, READ_EVERY_MS, options.idle);
      const { times, result } = await measureDuring(read, READ_EVERY_MS, () => sender.request<Sent>(next));
      if (next.fileBytes !== undefined && result.refused > 0)
        throw new Error(`${result.refused} uploads were refused`);
      process.stdout.write(`${name}: ${result.succeeded} succeeded, ${result.refused} refused\n`);
      if (next.fileBytes !== undefined) memory = peakMegabytes(api.pid);
      if (isWarmUp) continue;
      idle.push(alone);
      busy.push(times);
    }
  });
  const figures = loads.flatMap(({ name, idle, busy }) =>
    [0.5, 0.99].map((share): Figure => {
      const of = (rounds: readonly number[][]) => rounds.map((times) => percentile(times, share));
      const goal = share === 0.99 ? { atMost: 2 } : undefined;
      return {
        name: `p${share * 100} of reads, ${name}`,
        unit: 'ms',
        values: of(busy),
        baselines: of(idle),
        goal,
      };
    }),
  );
  const goal = { atMost: 350, of: 'value' } as const;
  printFigures([...figures, { name: 'peak memory of the API', unit: 'MB', values: [memory], goal }]);
});
