import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/contract';
import { PASSWORD, signUp } from './accounts.ts';
import { withClient } from './database.ts';
import { goalResult, median, percentile, printTable } from './figures.ts';
import { readOptions, runMeasurement, runRounds } from './measurement.ts';
import { MeasuredReads, READ_EVERY_MS, startMeasuredApi } from './reads/measure-reads.ts';
import { startProgram } from './server.ts';
import type { SignInOrder, SignIns } from './sign-ins/sign-in-sender.ts';

/** Maximum ratio of the reads' 99th percentile to that without sign-ins. */
const GOAL = 2;

/** Accounts with the password of the account `$1`. */
const ACCOUNTS = `
  INSERT INTO users (username, email, password_hash, role, name)
  SELECT 'signs-in-' || n, 'signs-in-' || n || '@example.com', password_hash, role, name
  FROM users, generate_series(1, $2::int) AS n WHERE id = $1
  RETURNING username`;

const options = readOptions(
  { rounds: 5, clients: 200, milliseconds: 4000 },
  { rounds: 1, clients: 4, milliseconds: 300 },
);

const ms = (value: number) => value.toFixed(1);

/** Measures reads while many clients sign in. Each sign-in takes about 20 ms of processor time for its password hash. */
await runMeasurement(async (teardown) => {
  const api = await startMeasuredApi(teardown);
  const pilot = await signUp(api.url, 'pilot');
  const { rows: accounts } = await withClient(api.databaseUrl, (client) =>
    client.query<{ username: string }>(ACCOUNTS, [pilot.id, options.clients]),
  );
  const reads = await MeasuredReads.start(api, pilot.cookie, teardown);
  const program = join(import.meta.dirname, 'sign-ins/sign-in-sender.ts');
  const sender = await startProgram(program, {}, teardown);
  const order: SignInOrder = {
    url: api.url + paths.login(),
    usernames: accounts.map(({ username }) => username),
    password: PASSWORD,
    milliseconds: options.milliseconds,
  };

  process.stdout.write(`${options.clients} clients sign in, ${1000 / READ_EVERY_MS} reads a second\n`);
  const rows = [
    [
      'round',
      'p50 idle → busy ms',
      'p99 idle → busy ms',
      'ratio',
      'loop p99 idle → busy ms',
      'PostgreSQL waits idle → busy ms',
      'sign-ins',
      'refused',
      'median ms',
    ],
  ];
  const ratios: number[] = [];
  await runRounds(options, async (isWarmUp) => {
    const idle = await reads.during(() => delay(options.milliseconds));
    const busy = await reads.during(() => sender.request<SignIns>(order));
    if (isWarmUp) return;
    const { times, refused } = busy.result;
    const figure = (share: number) =>
      [idle, busy].map(({ latencies }) => ms(percentile(latencies, share))).join(' → ');
    const ratio = percentile(busy.latencies, 0.99) / percentile(idle.latencies, 0.99);
    ratios.push(ratio);
    rows.push([
      String(ratios.length),
      figure(0.5),
      figure(0.99),
      ratio.toFixed(2),
      `${ms(idle.figures.delayP99Ms)} → ${ms(busy.figures.delayP99Ms)}`,
      `${idle.databaseWaitMs.toFixed(2)} → ${busy.databaseWaitMs.toFixed(2)}`,
      String(times.length),
      String(refused),
      ms(median(times)),
    ]);
  });
  printTable(rows, 1);
  const ratio = median(ratios);
  process.stdout.write(
    `\np99 of other reads, busy to idle: ${ratio.toFixed(2)} × (≤ ${GOAL} × ${goalResult(ratio <= GOAL)})\n`,
  );
});
