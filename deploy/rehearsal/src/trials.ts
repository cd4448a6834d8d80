import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as openSocket, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { query } from './databases.ts';
import { HttpsClient, Load, type Failure } from './load.ts';
import { buildJobs, buildNextApi, rotateDatabaseRole, rotateSigningKey } from './next-versions.ts';
import { release, type Production } from './production.ts';
import { say, type Workplace } from './workplace.ts';

const WARM_UP_MS = 1_500;
/** Several, because a reload breaks a request only if it meets one on its way. */
const RENEWALS = 10;
const AFTERWARDS_MS = 2_500;
/** Maximum time from the end of the primary until the product serves again. */
const SERVED_WITHIN_MS = 15_000;

/** A change of the running product. */
interface Trial {
  name: string;
  /** Resolves with a figure, or with nothing to add. Runs a step that breaks requests in flight with `interrupt`. */
  act: (interrupt: Interrupt) => Promise<string>;
}

type Interrupt = (step: () => Promise<unknown>) => Promise<void>;

export interface Result {
  trial: string;
  requests: number;
  failed: number;
  /** Failures that are not allowed. */
  unexpected: readonly Failure[];
  /** Acknowledged ones. */
  writes: number;
  /** Acknowledged writes that the database does not have. */
  lost: number;
  longestGapMs: number;
  detail: string;
}

/** Counts the acknowledged writes that the database does not have. */
async function countLost(databaseUrl: string, ledger: ReadonlyMap<number, string>): Promise<number> {
  const rows = await query(databaseUrl, 'SELECT id, title FROM jobs WHERE id = ANY($1)', [
    [...ledger.keys()],
  ]);
  const stored = new Map(rows.map(({ id, title }) => [id, title]));
  return [...ledger].filter(([id, title]) => stored.get(id) !== title).length;
}

/**
 * Runs a trial under load. A failure is allowed for a request in flight during an interruption: it was sent before the end
 * of the interruption, and failed after its start. A killed process accepts connections until the system has released
 * its memory, which can take 0.2 s. So an interruption by a kill lasts from the signal until the process has ended.
 */
async function observe(product: Production, { name, act }: Trial): Promise<Result> {
  say(name);
  const load = new Load();
  const interruptions: { from: number; to: number }[] = [];
  const interrupt: Interrupt = async (step) => {
    const from = performance.now();
    await step();
    interruptions.push({ from, to: performance.now() });
  };
  let detail: string;
  try {
    await load.start(product);
    await delay(WARM_UP_MS);
    detail = await act(interrupt);
    await delay(AFTERWARDS_MS);
  } finally {
    await load.stop();
  }
  const isAllowed = ({ startedAt, endedAt }: Failure): boolean =>
    interruptions.some(({ from, to }) => startedAt <= to && endedAt >= from);
  return {
    trial: name,
    requests: load.requests,
    failed: load.failures.length,
    unexpected: load.failures.filter((failure) => !isAllowed(failure)),
    writes: load.ledger.size,
    lost: await countLost(product.databaseUrl, load.ledger),
    longestGapMs: Math.round(load.longestGap),
    detail,
  };
}

async function untilRevision(product: Production, text: string): Promise<number> {
  const begin = performance.now();
  const client = new HttpsClient(product);
  // Consecutive responses, so that both gateways have sent some.
  for (let matches = 0; matches < 6;) {
    const { text: registry } = await client.get('/registry.json');
    matches = registry.includes(text) ? matches + 1 : 0;
  }
  client.close();
  return Math.round(performance.now() - begin);
}

/** Returns the fingerprint of the certificate that the balancer serves. */
async function servedCertificate(origin: string): Promise<string> {
  const socket = connect({
    port: Number(new URL(origin).port),
    host: '127.0.0.1',
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

async function reload({ balancer, certificates, origin }: Production): Promise<string> {
  const before = await servedCertificate(origin);
  await certificates.renew();
  process.kill(balancer.pid, 'SIGUSR2');
  const begin = performance.now();
  while ((await servedCertificate(origin)) === before) await delay(50);
  return `new certificate after ${Math.round(performance.now() - begin)} ms`;
}

/** More than the balancer's `maxconn`. */
const IDLE_CONNECTIONS = 4_200;

/** Opens connections of another network that never send a byte. Resolves with how many the balancer kept. */
async function holdIdleConnections({ origin }: Production): Promise<string> {
  const port = Number(new URL(origin).port);
  const held = new Set<Socket>();
  for (let index = 0; index < IDLE_CONNECTIONS; index += 1) {
    const socket = openSocket({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    held.add(socket);
    socket.on('error', () => held.delete(socket)).on('close', () => held.delete(socket));
  }
  await delay(5_000);
  const kept = held.size;
  for (const socket of held) socket.destroy();
  return `${kept} of ${IDLE_CONNECTIONS} connections were kept`;
}

/** Throws if the product does not serve again in time. */
async function failOver(product: Production): Promise<string> {
  const { primary, standby } = product;
  const begin = performance.now();
  await primary.process.kill();
  await standby.promote();
  const promoted = performance.now() - begin;
  const client = new HttpsClient(product);
  while ((await client.get('/api/health/ready').catch(() => null))?.status !== 200) await delay(50);
  client.close();
  const served = performance.now() - begin;
  if (served > SERVED_WITHIN_MS) throw new Error(`The fail-over took ${Math.round(served)} ms.`);
  return `promoted in ${Math.round(promoted)} ms, served after ${Math.round(served)} ms`;
}

/** Runs all trials in sequence. */
export async function runTrials(product: Production, workplace: Workplace): Promise<Result[]> {
  const { gateways, apis, primary, standby, releases } = product;
  const next = await buildNextApi(workplace.folder);
  const jobs = await buildJobs('1.99.0', workplace);
  const killed = (name: string, process: Production['apis'][number] | undefined): Trial => ({
    name: `kill ${name}`,
    act: async (interrupt) => {
      await interrupt(async () => process?.kill());
      await delay(2_000);
      await process?.start();
      return '';
    },
  });
  const trials: Trial[] = [
    { name: 'no change', act: async () => delay(5_000, '') },
    {
      name: 'idle connections of one network',
      act: () => holdIdleConnections(product),
    },
    killed('a gateway', gateways[0]),
    killed('an API process', apis[0]),
    killed('the standby', standby.process),
    {
      name: 'restart all processes',
      act: async () => {
        for (const process of [...gateways, ...apis]) await product.replace(process);
        return '';
      },
    },
    {
      name: 'renew the certificate ten times',
      act: async () => {
        for (let time = 1; time < RENEWALS; time += 1) await reload(product);
        return reload(product);
      },
    },
    {
      name: 'migrate and upgrade the API',
      act: async () => {
        const output = await product.migrateTo(next);
        const [node = '', flag = ''] = apis[0]?.options.command ?? [];
        for (const process of apis)
          await product.replace(process, { command: [node, flag, join(next, 'main.js')] });
        return output;
      },
    },
    {
      name: 'publish, promote, roll back',
      act: async () => {
        await release(`publish ${jobs}`, releases);
        await release('promote jobs 1.99.0', releases);
        const promoted = await untilRevision(product, '"stable":"1.99.0"');
        await release('rollback jobs', releases);
        await untilRevision(product, '"stable":"1');
        return `active in both gateways after ${promoted} ms`;
      },
    },
    { name: 'rotate the signing key', act: () => rotateSigningKey(product, workplace.folder) },
    { name: 'rotate the database password', act: () => rotateDatabaseRole(product) },
    {
      name: 'fail over to the standby',
      act: async (interrupt) => {
        let figures = '';
        await interrupt(async () => (figures = await failOver(product)));
        return figures;
      },
    },
    {
      name: 'add the old primary as a standby',
      act: async () => {
        await primary.follow(standby);
        await standby.awaitStandby();
        return '';
      },
    },
  ];
  const results: Result[] = [];
  for (const trial of trials) results.push(await observe(product, trial));
  return results;
}
