import { Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { migrateQueues } from '../src/database/migrate-queues.ts';
import { CONFIG } from '../src/platform/config/config.module.ts';
import { ConfigError } from '../src/platform/config/variables.ts';
import {
  BackgroundWork,
  FinalFailure,
  Handles,
  type Attempt,
  type BackgroundHandler,
} from '../src/platform/background/background-work.ts';
import { QUEUE_NAMES, type QueueName } from '../src/platform/background/queues.ts';
import { retryDeadLetters, sendJob } from '../src/platform/background/send-job.ts';
import { Metrics } from '../src/platform/metrics/metrics.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let metrics: Metrics;
beforeAll(async () => {
  server = await startServer({}, { prepare: (app) => (metrics = app.get(Metrics)) });
});
afterAll(() => server.close());

type Run = (attempt: Attempt) => Promise<object | undefined>;

/** Returns a handler of a queue. */
function handlerOf(name: QueueName, run: Run = async () => ({})): Type<BackgroundHandler> {
  @Handles(name)
  class Handler {
    readonly run = run;
  }
  return Handler;
}

/** Starts the background work with these handlers on the server's database, and ends it after an action. */
async function withWork(
  handlers: readonly Type<BackgroundHandler>[],
  action: (work: BackgroundWork) => Promise<void> = async () => {},
  backgroundWork = false,
): Promise<void> {
  @Module({
    imports: [DiscoveryModule],
    providers: [
      ...handlers,
      BackgroundWork,
      { provide: CONFIG, useValue: { databaseUrl: server.databaseUrl, backgroundWork } },
    ],
  })
  class Application {}
  const app = await NestFactory.createApplicationContext(Application, { logger: false, abortOnError: false });
  try {
    await action(app.get(BackgroundWork));
  } finally {
    await app.close();
  }
}

/** The handlers of all queues, with one of them replaced. */
const allHandlers = (name: QueueName, run: Run) =>
  QUEUE_NAMES.map((queue) => (queue === name ? handlerOf(name, run) : handlerOf(queue)));

const some: QueueName = 'housekeeping';
const send = (rowId: number) => server.dataSource.transaction((manager) => sendJob(manager, some, rowId));

describe('the start', () => {
  it.each<[string, readonly Type<BackgroundHandler>[], string]>([
    [
      'a queue without a handler',
      QUEUE_NAMES.slice(1).map((name) => handlerOf(name)),
      `No handler for the queue ${QUEUE_NAMES[0]}`,
    ],
    ['a queue with two handlers', [handlerOf(some), handlerOf(some)], `The queue ${some} has two handlers`],
    [
      'a handler without a queue',
      // A name that a later version has removed from the table.
      [handlerOf(JSON.parse('"removed"'))],
      'Handler handles removed, which is no queue',
    ],
  ])('fails for %s', async (_what, handlers, message) => {
    await expect(withWork(handlers)).rejects.toThrow(new ConfigError(message));
  });

  it('fails for a database that lacks a queue', async () => {
    await server.dataSource.query('DELETE FROM pgboss.schedule WHERE name = $1', [some]);
    await server.dataSource.query('DELETE FROM pgboss.queue WHERE name = $1', [some]);
    const start = withWork(QUEUE_NAMES.map((name) => handlerOf(name)));
    await expect(start).rejects.toThrow(
      `The database is not migrated (it has no queue ${some}). Run npm run migrate -w @dps/api`,
    );
    await migrateQueues(server.dataSource);
  });
});

describe('a job', () => {
  it('runs once, after the transaction of its cause, while another one about the same row waits', async () => {
    const rows: number[] = [];
    const handlers = allHandlers(some, async ({ rowId }) => {
      rows.push(rowId);
      return undefined;
    });
    await withWork(handlers, async (work) => {
      const cause = server.dataSource.transaction(async (manager) => {
        await sendJob(manager, some, 1);
        throw new Error('rolled back');
      });
      await expect(cause).rejects.toThrow('rolled back');
      await send(2);
      await send(2);
      await server.dataSource.transaction((manager) => sendJob(manager, some, 3, 3600));
      await work.runNow(some);
    });
    // `runNow` adds the job of the schedule.
    expect(new Set(rows)).toEqual(new Set([0, 2]));
    expect(rows).toHaveLength(2);
    await server.dataSource.query('DELETE FROM pgboss.job');
  });

  it('runs at once in a process that does background work', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const handlers = allHandlers(some, async ({ rowId }) => {
      resolve(rowId);
      return undefined;
    });
    const started = performance.now();
    await withWork(
      handlers,
      async () => {
        await send(4);
        expect(await promise).toBe(4);
      },
      true,
    );
    // Without the notification, the worker looks after ten seconds.
    expect(performance.now() - started).toBeLessThan(9_000);
  });

  it('that fails for good is a dead letter, which operators can see and send again', async () => {
    const dead = async () => {
      const text = await metrics.registry.metrics();
      return new RegExp(`^dps_background_jobs\\{queue="${some}",state="dead"\\} (\\d+)$`, 'm').exec(
        text,
      )?.[1];
    };
    const failing = allHandlers(some, async () => {
      throw new FinalFailure('refused');
    });
    await send(5);
    await withWork(failing, async (work) => {
      expect(await work.runNow(some)).toContainEqual({ message: 'Error: refused' });
    });
    // One is of the schedule.
    expect(await dead()).toBe('2');
    expect(await retryDeadLetters(server.dataSource)).toBe(2);
    expect(await dead()).toBe('0');
    const rows: number[] = [];
    const repaired = allHandlers(some, async ({ rowId }) => {
      rows.push(rowId);
      return undefined;
    });
    await withWork(repaired, async (work) => {
      await work.runNow(some);
    });
    expect(rows).toContain(5);
  });
});
