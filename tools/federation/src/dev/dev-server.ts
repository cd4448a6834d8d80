import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Compiler } from 'webpack';
import WebpackDevServer, { type Configuration, type Middleware } from 'webpack-dev-server';
import { Announcements } from './announcements.ts';
import { HARNESS_SCRIPT } from './harness-config.ts';
import { harnessDocument, productMissingDocument } from './harness-document.ts';
import { deploymentElement, START_FIRST } from './product.ts';
import { REMOTE_PATH, type RemoteBuild } from './remote.ts';

/** What the product's gateway answers, and its documents and modules ask for. */
const OF_THE_PRODUCT = ['/api', '/payment-sandbox', '/favicon.svg'];

export interface DevServerOptions {
  /** Title of the module. */
  title: string;
  port: number;
  /** Origin of the product that runs. */
  product: string;
  /** Absolute path of the folder with the files of the remote. */
  remote: string;
}

const originOf = ({ port }: DevServerOptions) => `http://localhost:${port}`;

function send(answer: ServerResponse, status: number, type: string, text: string): void {
  answer.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  answer.end(text);
}

/** The API takes writes from the product's own pages alone, and the harness stands for one of them. */
function proxyToProduct(options: DevServerOptions): NonNullable<Configuration['proxy']> {
  const { product } = options;
  return [
    {
      context: OF_THE_PRODUCT,
      target: product,
      changeOrigin: true,
      on: {
        proxyReq: (request, { headers }) => {
          // Another site's page keeps its own origin, and is refused.
          if (headers.origin === originOf(options)) request.setHeader('origin', product);
        },
        error: (_error, _request, answer) => {
          if (!('writeHead' in answer) || answer.headersSent) return;
          const body = JSON.stringify({ code: 'unavailable', message: `${START_FIRST}.` });
          send(answer, 503, 'application/json', body);
        },
      },
    },
  ];
}

/** Whether a browser asks for a page, which every address of the module is. */
function wantsPage({ method, url = '/', headers }: IncomingMessage): boolean {
  const isPage = method === 'GET' && (headers.accept ?? '').includes('text/html');
  return isPage && !OF_THE_PRODUCT.some((prefix) => url.startsWith(prefix));
}

/** Serves the harness, and the remote for pages of the product. */
export class DevServer {
  readonly #announcements = new Announcements();
  readonly #options: DevServerOptions;
  readonly #server: WebpackDevServer;
  #build: RemoteBuild = { problems: ['It is being built.'] };

  /** @param compiler makes the harness */
  constructor(compiler: Compiler, options: DevServerOptions) {
    this.#options = options;
    this.#server = new WebpackDevServer(this.#configuration(), compiler);
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  /** Hands on what became of a build of the remote. */
  built(build: RemoteBuild): void {
    this.#build = build;
    if ('problems' in build) this.#announcements.tell('broken', { errors: build.problems });
    else this.#announcements.tell('rebuilt', { version: build.release.version });
  }

  async close(): Promise<void> {
    this.#announcements.close();
    await this.#server.stop();
  }

  #configuration(): Configuration {
    const { port, product, remote } = this.#options;
    return {
      host: '127.0.0.1',
      port,
      setupExitSignals: false,
      // It would hold events back until there are many.
      compress: false,
      client: { logging: 'warn', overlay: { errors: true, warnings: false, runtimeErrors: true } },
      static: [{ directory: remote, publicPath: REMOTE_PATH, watch: false }],
      // The product's pages are another origin's.
      headers: ({ headers }) => ({
        vary: 'origin',
        ...(headers.origin === product && {
          'access-control-allow-origin': product,
          'cross-origin-resource-policy': 'cross-origin',
        }),
      }),
      proxy: proxyToProduct(this.#options),
      setupMiddlewares: (middlewares) => this.#withOwn(middlewares),
    };
  }

  /** Behind the checks of host and origin, and before webpack's files. */
  #withOwn(middlewares: Middleware[]): Middleware[] {
    const at = middlewares.findIndex((each) => 'name' in each && each.name === 'webpack-dev-middleware');
    const answer = (request: IncomingMessage, response: ServerResponse, next: () => void) => {
      if (wantsPage(request)) void this.#page(response);
      else if (request.url === '/release.json') this.#release(response);
      else if (request.url === '/rebuilt') this.#announcements.join(request, response);
      else next();
    };
    return middlewares.toSpliced(at, 0, { name: 'harness', middleware: answer });
  }

  async #page(answer: ServerResponse): Promise<void> {
    const { title, product } = this.#options;
    const deployment = await deploymentElement(product);
    if (deployment === undefined) send(answer, 503, 'text/html', productMissingDocument(title, product));
    else send(answer, 200, 'text/html', harnessDocument(title, deployment, HARNESS_SCRIPT));
  }

  #release(answer: ServerResponse): void {
    const build = this.#build;
    if ('problems' in build) send(answer, 503, 'text/plain', build.problems.join('\n\n'));
    else send(answer, 200, 'application/json', JSON.stringify(build.release));
  }
}
