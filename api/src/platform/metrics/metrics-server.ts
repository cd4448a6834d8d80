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
    this.server = createServer((request, response) => void this.respond(request, response));
    this.server.listen(this.config.metrics);
    await once(this.server, 'listening');
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async respond({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const content = method === 'GET' ? await this.contentOf(url ?? '') : null;
      if (content) response.writeHead(200, { 'content-type': content.type }).end(content.text);
      else response.writeHead(404).end();
    } catch (error) {
      this.log.error(error);
      response.writeHead(500).end();
    }
  }

  private async contentOf(path: string): Promise<{ type: string; text: string } | null> {
    const { registry, reports } = this.metrics;
    if (path === METRICS_PATH) return { type: registry.contentType, text: await registry.metrics() };
    const report = reports.get(path);
    return report ? { type: 'application/json', text: JSON.stringify(report()) } : null;
  }
}
