import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { PgBoss, type Job, type JobResult } from 'pg-boss';
import { CONFIG } from '../config/config.module.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/variables.ts';
import { QUEUE_NAMES, QUEUE_SCHEMA, QUEUES, type QueueName } from './queues.ts';
import type { JobData } from './send-job.ts';

/** A separate pool, so that no request waits for a connection of the queues. */
const CONNECTIONS = 2;
const STOP_WITHIN_MS = 3_000;
/** Seconds. A missed notification, or a job that starts later, waits for at most this time. */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 10 };
/** Seconds between two looks for jobs whose process has ended. */
const SUPERVISION = { superviseIntervalSeconds: 30, monitorIntervalSeconds: 30 };

const END_RETRIES = `UPDATE ${QUEUE_SCHEMA}.job SET retry_limit = retry_count WHERE name = $1 AND id = $2`;

/** Names the queue whose jobs a provider handles. */
export const Handles = DiscoveryService.createDecorator<QueueName>();

/** One attempt of a job. */
export interface Attempt {
  /** The row that the job is about; 0 for the job of a schedule. */
  rowId: number;
  /** Aborts when the process stops, the attempt takes too long, or another process has taken the job over. */
  signal: AbortSignal;
  /** If this attempt fails, the job is a dead letter. */
  isLast: boolean;
}

/** Does the work of a queue. Another attempt may follow one that has done everything, so it must be repeatable. */
export interface BackgroundHandler {
  /** Returns a summary for the table of the jobs. Throws to repeat the job later. */
  run(attempt: Attempt): Promise<object | undefined>;
}

/** The failure of a job that no further attempt can do. */
export class FinalFailure extends Error {}

function isHandler(instance: unknown): instance is BackgroundHandler {
  return typeof Reflect.get(Object(instance), 'run') === 'function';
}

/** Runs the background work of the API: each job of a queue on one replica at a time. */
@Injectable()
export class BackgroundWork implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(BackgroundWork.name);
  private readonly boss: PgBoss;
  private readonly handlers = new Map<QueueName, BackgroundHandler>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly providers: DiscoveryService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'databaseUrl' | 'backgroundWork'>,
  ) {
    const { databaseUrl, backgroundWork } = config;
    this.boss = new PgBoss({
      connectionString: databaseUrl,
      application_name: 'dps-api-background',
      schema: QUEUE_SCHEMA,
      max: CONNECTIONS,
      migrate: false,
      schedule: backgroundWork,
      supervise: backgroundWork,
      useListenNotify: backgroundWork,
      reindex: false,
      monitorVacuum: false,
      ...SUPERVISION,
    });
    this.boss.on('error', (error) => this.warn(error));
    this.boss.on('warning', ({ message }) => this.warn(message));
  }

  /** Throws ConfigError if a queue has no handler, or the database lacks a queue. */
  async onApplicationBootstrap(): Promise<void> {
    this.findHandlers();
    await this.boss.start().catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('pg-boss ')) throw notMigrated(error.message);
      throw error;
    });
    const stored = new Set((await this.boss.getQueues()).map(({ name }) => name));
    const missing = QUEUE_NAMES.filter((name) => !stored.has(name));
    if (missing.length > 0) {
      await this.boss.stop({ graceful: false });
      throw notMigrated(`it has no queue ${missing.join(', ')}`);
    }
    if (this.config.backgroundWork) await Promise.all(QUEUE_NAMES.map((name) => this.work(name)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.boss.stop({ timeout: STOP_WITHIN_MS });
  }

  /** Runs the due jobs of a queue in this process, for a schedule one job. Returns their summaries or failures. */
  async runNow(name: QueueName): Promise<unknown[]> {
    if ('schedule' in QUEUES[name]) await this.boss.send(name);
    const outputs: unknown[] = [];
    for (;;) {
      const [job] = await this.boss.fetch<JobData | null>(name);
      if (!job) return outputs;
      const { status, output } = await this.attempt(name, job, this.stopping.signal);
      if (status === 'completed') await this.boss.complete(name, job, output);
      else await this.boss.fail(name, job, output);
      outputs.push(output);
    }
  }

  private findHandlers(): void {
    for (const provider of this.providers.getProviders()) {
      const name = this.providers.getMetadataByDecorator(Handles, provider);
      if (name === undefined) continue;
      const { instance }: { instance: unknown } = provider;
      if (!(name in QUEUES)) throw new ConfigError(`${provider.name} handles ${name}, which is no queue`);
      if (!isHandler(instance)) throw new ConfigError(`${provider.name} has no method run`);
      if (this.handlers.has(name)) throw new ConfigError(`The queue ${name} has two handlers`);
      this.handlers.set(name, instance);
    }
    const missing = QUEUE_NAMES.filter((name) => !this.handlers.has(name));
    if (missing.length > 0) throw new ConfigError(`No handler for the queue ${missing.join(', ')}`);
  }

  /** Starts the worker of a queue, which continues until the queue is empty. */
  private async work(name: QueueName): Promise<void> {
    const options = { ...POLLING, batchSize: QUEUES[name].batchSize, perJobResults: true } as const;
    let worker = '';
    worker = await this.boss.work(name, options, async (jobs: Job<JobData | null>[]) => {
      const attempts = jobs.map((job) =>
        this.attempt(name, job, AbortSignal.any([job.signal, this.stopping.signal])),
      );
      const results = await Promise.all(attempts);
      this.boss.notifyWorker(worker);
      return results;
    });
  }

  private async attempt(
    name: QueueName,
    { id, data, retryCount }: Job<JobData | null>,
    signal: AbortSignal,
  ): Promise<JobResult> {
    const isLast = retryCount >= QUEUES[name].retryLimit;
    try {
      const output = await this.handlers.get(name)?.run({ rowId: data?.id ?? 0, signal, isLast });
      return { id, status: 'completed', output };
    } catch (error) {
      const isFinal = error instanceof FinalFailure || isLast;
      const line = `The job ${name}${data ? ` ${data.id}` : ''} failed: ${String(error)}`;
      if (isFinal) this.log.error(`${line}; it is a dead letter`);
      else this.log.warn(line);
      if (error instanceof FinalFailure) await this.boss.getDb().executeSql(END_RETRIES, [name, id]);
      return { id, status: 'failed', output: { message: String(error) } };
    }
  }

  private warn(problem: unknown): void {
    if (!this.stopping.signal.aborted) this.log.warn(`The background work is disturbed: ${String(problem)}`);
  }
}

const notMigrated = (reason: string) =>
  new ConfigError(`The database is not migrated (${reason}). Run npm run migrate -w @dps/api`);
