import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Compiler, Stats } from 'webpack';
import webpackDevMiddleware from 'webpack-dev-middleware';
import WebpackDevServer, { type Configuration, type Middleware } from 'webpack-dev-server';
import { escapeHtml } from '@dps/contract/server';
import { deploymentElement, plainDocument, productMissing } from './product.ts';
import { pathOf, WIDGETS_SCRIPT, type DevBuild } from './dev-config.ts';

/** Sends server-sent events to the pages that show the module. */
class BuildEvents {
  readonly #listeners = new Set<ServerResponse>();
  /** The last events, so that a page that was not connected receives them later. */
  readonly #last = new Map<string, string>();

  /** Keeps the response open for later events. */
  subscribe(request: IncomingMessage, response: ServerResponse): void {
    // `no-transform` prevents compression, which would buffer events.
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' };
    response.writeHead(200, headers);
    // A page that loses the connection, for example because the server restarts, reconnects after 1 s.
    response.write(`retry: 1000\n\n${[...this.#last.values()].join('')}`);
    this.#listeners.add(response);
    request.once('close', () => this.#listeners.delete(response));
  }

  /** Sends an event to all pages; `data` becomes JSON. */
  send(event: string, data: object): string {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const listener of this.#listeners) listener.write(text);
    return text;
  }

  /** Sends the result of a build to all pages, and to those that connect before the next build. */
  sendBuild(build: DevBuild, event: 'updated' | 'broken', data: object): void {
    this.#last.set(build, this.send(event, { name: build, ...data }));
  }

  close(): void {
    for (const listener of this.#listeners) listener.end();
  }
}

/** Paths that the product's gateway serves. The dev server forwards requests for them. */
const PRODUCT_PATHS = ['/api', '/payment-sandbox', '/favicon.svg'];

export interface DevServerOptions {
  /** Title of the module. */
  title: string;
  port: number;
  /** Origin of the running product. */
  product: string;
  /** Address of the module in the product. */
  address: string;
  /** Creates the compiler of the page with widgets, when a browser first requests the page. */
  widgets: () => Compiler;
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(text);
}

/** The API accepts writes only from the product's origin, so the proxy replaces the origin of the dev server. */
function proxyToProduct({ product, port }: DevServerOptions): NonNullable<Configuration['proxy']> {
  return [
    {
      context: PRODUCT_PATHS,
      target: product,
      changeOrigin: true,
      on: {
        proxyReq: (request, { headers }) => {
          // A request from another site keeps its origin, and the API rejects it.
          if (headers.origin === `http://localhost:${port}`) request.setHeader('origin', product);
        },
        error: (_error, _request, response) => {
          if (!('writeHead' in response) || response.headersSent) return;
          const body = JSON.stringify({ code: 'unavailable', message: productMissing(product) });
          send(response, 503, 'application/json', body);
        },
      },
    },
  ];
}

/** Returns whether a request is the navigation of a browser to the page of the dev server. */
function isNavigation({ method, url = '/', headers }: IncomingMessage): boolean {
  const isPage = method === 'GET' && (headers.accept ?? '').includes('text/html');
  return isPage && !PRODUCT_PATHS.some((prefix) => url.startsWith(prefix));
}

/** Returns the error messages of a build: each has the source and the message of its compiler, without the trace of that. */
export function buildErrors(stats: Stats): string[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false });
  return errors.map(({ moduleName, message }) =>
    [moduleName, message.replace(/\n+Caused by:.*/s, '')].filter(Boolean).join('\n'),
  );
}

/** Serves the module's remote for pages of the product, and a plain page with its widgets. */
export class DevServer {
  readonly #events = new BuildEvents();
  readonly #options: DevServerOptions;
  readonly #server: WebpackDevServer;
  #widgets: ReturnType<typeof webpackDevMiddleware> | undefined;
  #release: string | undefined;
  #problems = ['The first build is not finished.'];

  /** @param remote compiles the remote */
  constructor(remote: Compiler, options: DevServerOptions) {
    this.#options = options;
    this.#server = new WebpackDevServer(this.#configuration(), remote);
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  /**
   * Serves a release of the remote from now on. Pages apply its code. They reload if other facts changed: its routes, for
   * example.
   */
  setRelease(release: object, hash: string): void {
    const text = JSON.stringify(release);
    this.#problems = [];
    this.#events.sendBuild('remote', 'updated', { hash });
    if (text !== this.#release) this.#events.send('rebuilt', {});
    this.#release = text;
  }

  /** Reports a failed build. Pages that already have the module keep the previous build. */
  setProblems(errors: string[]): void {
    this.#problems = errors;
    this.#events.sendBuild('remote', 'broken', { errors });
  }

  async close(): Promise<void> {
    this.#events.close();
    await Promise.all([this.#server.stop(), new Promise((resolve) => this.#closeWidgets(resolve))]);
  }

  #closeWidgets(done: (closed?: unknown) => void): void {
    if (this.#widgets) this.#widgets.close(done);
    else done();
  }

  #configuration(): Configuration {
    const { port, product, address } = this.#options;
    return {
      host: '127.0.0.1',
      port,
      setupExitSignals: false,
      // Compression would buffer events.
      compress: false,
      // Pages of the product cannot open its WebSocket, so pages receive server-sent events instead.
      hot: false,
      liveReload: false,
      client: false,
      webSocketServer: false,
      static: false,
      devMiddleware: { publicPath: pathOf('remote') },
      ...(process.stdout.isTTY && { open: address }),
      // The product's pages have another origin.
      headers: ({ headers }) => ({
        vary: 'origin',
        'cache-control': 'no-store',
        ...(headers.origin === product && {
          'access-control-allow-origin': product,
          'cross-origin-resource-policy': 'cross-origin',
        }),
      }),
      proxy: proxyToProduct(this.#options),
      setupMiddlewares: (middlewares) => this.#withOwn(middlewares),
    };
  }

  /** Adds the own middleware after the checks of host and origin, and before webpack's files. */
  #withOwn(middlewares: Middleware[]): Middleware[] {
    const index = middlewares.findIndex((each) => 'name' in each && each.name === 'webpack-dev-middleware');
    const middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => {
      if (isNavigation(request)) void this.#sendPage(response);
      else if (request.url === '/release.json') this.#sendRelease(response);
      else if (request.url === '/rebuilt') this.#events.subscribe(request, response);
      else if (request.url?.startsWith(pathOf('widgets')))
        void this.#filesOfWidgets()(request, response, next);
      else next();
    };
    return middlewares.toSpliced(index, 0, { name: 'module', middleware });
  }

  #filesOfWidgets() {
    if (this.#widgets) return this.#widgets;
    const compiler = this.#options.widgets();
    compiler.hooks.done.tap('dps-dev', (stats) => {
      if (stats.hasErrors()) this.#events.sendBuild('widgets', 'broken', { errors: buildErrors(stats) });
      else this.#events.sendBuild('widgets', 'updated', { hash: stats.hash });
    });
    this.#widgets = webpackDevMiddleware(compiler, { publicPath: pathOf('widgets') });
    return this.#widgets;
  }

  async #sendPage(response: ServerResponse): Promise<void> {
    const { title, product, address } = this.#options;
    const deployment = await deploymentElement(product);
    const link = `<p><a href="${escapeHtml(address)}">${escapeHtml(title)} in the product</a></p>`;
    const body = `${link}<div id="root"></div>${deployment}<script defer src="${WIDGETS_SCRIPT}"></script>`;
    if (deployment !== undefined) return send(response, 200, 'text/html', plainDocument(title, body));
    const missing = `<p>${escapeHtml(productMissing(product))}</p>`;
    return send(response, 503, 'text/html', plainDocument(title, missing));
  }

  #sendRelease(response: ServerResponse): void {
    if (this.#problems.length > 0 || this.#release === undefined)
      send(response, 503, 'text/plain', this.#problems.join('\n\n'));
    else send(response, 200, 'application/json', this.#release);
  }
}
