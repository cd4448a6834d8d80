import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import { CONFIG } from '../config/config.module.ts';
import type { Config } from '../config/config.ts';
import { Metrics } from './metrics.ts';

const METRICS_PATH = '/metrics';

/**
 * Serves the metrics on a separate port, if one is configured. So the gateway, which forwards requests to the API, cannot
 * expose them.
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(MetricsServer.name);
  private server: Server | undefined;

  constructor(
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** URL of the metrics after the start of the application; null if they are disabled. */
  get url(): string | null {
    const address = this.server?.address();
    return typeof address === 'object' && address
      ? `http://${this.config.metrics?.host}:${address.port}${METRICS_PATH}`
      : null;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.metrics) return;
    collectDefaultMetrics({ register: this.metrics.registry });
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.listen(this.config.metrics);
    await once(this.server, 'listening');
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method !== 'GET' || url !== METRICS_PATH) {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await this.metrics.registry.metrics();
      response.writeHead(200, { 'content-type': this.metrics.registry.contentType }).end(text);
    } catch (error) {
      this.log.error(error);
      response.writeHead(500).end();
    }
  }
}
