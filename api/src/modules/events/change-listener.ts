import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Client, type Notification } from 'pg';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { CONNECT_TIMEOUT_MS } from '../../platform/database/data-source.ts';

const RECONNECT_MS = 500;
/** Interval of a query that finds a broken connection, and keeps it open in balancers. */
const CHECK_EVERY_MS = 30_000;
const QUERY_TIMEOUT_MS = 5_000;

/** Callbacks of a listener. */
export interface ChangeHandler {
  notified: (channel: string, payload: string) => void;
  /** The connection is lost: notifications are missing until the next ones arrive. */
  lost: () => void;
}

/** The connection of a process that receives notifications of PostgreSQL. It reconnects after any error. */
@Injectable()
export class ChangeListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(ChangeListener.name);
  private handler: ChangeHandler | undefined;
  private client: Client | undefined;
  private listening = false;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'databaseUrl'>) {}

  /** True while all notifications arrive. */
  get isListening(): boolean {
    return this.listening;
  }

  /** Sets the receiver of the notifications. */
  handle(handler: ChangeHandler): void {
    this.handler = handler;
  }

  /** Waits for the first attempt only, so that the API starts without its database. */
  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.config.databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: 'dps-api-events',
      keepAlive: true,
    });
    this.client = client;
    client.on('error', (error) => this.fail(client, error));
    client.on('end', () => this.fail(client, 'it was closed'));
    client.on('notification', ({ channel, payload = '' }: Notification) =>
      this.handler?.notified(channel, payload),
    );
    try {
      await client.connect();
      await client.query('LISTEN job_changes; LISTEN thread_changes; LISTEN session_ends');
      this.listening = true;
      this.checkLater(client);
    } catch (error) {
      this.fail(client, error);
    }
  }

  private checkLater(client: Client): void {
    this.timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.client === client && !this.stopped && this.checkLater(client),
        (error: unknown) => this.fail(client, error),
      );
    }, CHECK_EVERY_MS);
    this.timer.unref();
  }

  private fail(client: Client, error: unknown): void {
    if (this.client !== client || this.stopped) return;
    this.client = undefined;
    this.listening = false;
    clearTimeout(this.timer);
    this.log.warn(`The connection for events has failed: ${String(error)}`);
    void client.end().catch(() => undefined);
    this.handler?.lost();
    this.timer = setTimeout(() => void this.connect(), RECONNECT_MS);
    this.timer.unref();
  }
}
