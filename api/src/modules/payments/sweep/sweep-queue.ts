import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';
import { PaymentSweep } from './payment-sweep.ts';
import { QUEUE_SCHEMA, SWEEP_QUEUE } from './sweep-queue.definition.ts';

/** A separate pool, so that no request waits for a sweep's connection. */
const CONNECTIONS = 2;
const STOP_WITHIN_MS = 2_000;

/**
 * Runs the sweep on one replica at a time. Every replica enqueues a sweep at each interval, and the queue accepts one per
 * interval. If a replica crashes, another one runs the next sweep.
 */
@Injectable()
export class SweepQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(SweepQueue.name);
  private readonly boss: PgBoss;
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private enqueuing: Promise<void> | null = null;
  private worker: string | null = null;

  constructor(
    private readonly sweep: PaymentSweep,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.boss = new PgBoss({
      connectionString: config.databaseUrl,
      application_name: 'payment-sweep',
      schema: QUEUE_SCHEMA,
      max: CONNECTIONS,
      migrate: false,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
    });
    this.boss.on('error', (error) => this.warn(error));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.enqueuing ??= this.enqueue().then(
        () => this.finish(),
        (error: unknown) => this.finish(error),
      );
    }, this.config.paymentSweep.everySeconds * 1000);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.enqueuing;
    await this.boss.stop({ timeout: STOP_WITHIN_MS });
  }

  private async enqueue(): Promise<void> {
    this.worker ??= await this.open();
    const { everySeconds } = this.config.paymentSweep;
    const id = await this.boss.send(SWEEP_QUEUE.name, null, { singletonSeconds: everySeconds });
    if (id !== null) this.boss.notifyWorker(this.worker);
  }

  /** Starts the queue and its worker. If the database is not ready, the next interval retries. */
  private async open(): Promise<string> {
    await this.boss.start();
    const pollingIntervalSeconds = Math.max(0.5, this.config.paymentSweep.everySeconds / 2);
    return this.boss.work(SWEEP_QUEUE.name, { pollingIntervalSeconds }, () =>
      this.sweep.run(this.stopping.signal),
    );
  }

  private finish(error?: unknown): void {
    this.enqueuing = null;
    if (error !== undefined) this.warn(error);
  }

  private warn(error: unknown): void {
    if (!this.stopping.signal.aborted) this.log.warn(`The payment sweep failed: ${String(error)}`);
  }
}
