import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Compiler } from 'webpack';
import WebpackDevServer, { type Configuration, type Middleware } from 'webpack-dev-server';
import { COLOR_SCHEME_SCRIPT, PAGE_COLORS } from '@dps/contract';
import { escapeHtml } from '@dps/contract/server';
import { HARNESS_SCRIPTS } from './harness-config.ts';
import { deploymentElement, START_FIRST } from './product.ts';
import { REMOTE_PATH, type RemoteBuild } from './remote.ts';

/** Reports the results of builds to pages, as server-sent events. */
class BuildEvents {
  readonly #listeners = new Set<ServerResponse>();

  /** Keeps the response open for later events. */
  subscribe(request: IncomingMessage, response: ServerResponse): void {
    // `no-transform` prevents compression, which would buffer events.
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' };
    response.writeHead(200, headers);
    // A page that loses the connection, for example because the server restarts, reconnects after 1 s.
    response.write('retry: 1000\n\n');
    this.#listeners.add(response);
    request.once('close', () => this.#listeners.delete(response));
  }

  /** Sends an event to all subscribers; `data` becomes JSON. */
  send(event: string, data: unknown): void {
    for (const listener of this.#listeners)
      listener.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  close(): void {
    for (const listener of this.#listeners) listener.end();
  }
}

const { light, dark } = PAGE_COLORS;
/** Colors and layout before the theme is loaded, and for the page without a product. */
const STYLE = `:root{color-scheme:light}[data-color-scheme=dark]{color-scheme:dark}
body{margin:0;background:${light};color:#14211C;font:1rem/1.5 system-ui,sans-serif}
[data-color-scheme=dark] body{background:${dark};color:#E8EEEA}
body>main{box-sizing:border-box;max-width:36rem;margin:15vh auto 0;padding:0 24px}
body>main h1{font-size:1.75rem;line-height:1.25}
a{color:inherit}code{overflow-wrap:anywhere}`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${light}">
<script>${COLOR_SCHEME_SCRIPT}</script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body dir="ltr">
${body}
</body>
</html>
`;

/**
 * Returns the HTML document of the harness.
 *
 * @param title title of the module
 * @param deployment the HTML element with the deployment's settings
 * @param scripts paths of the scripts of the harness, in their order
 */
function harnessDocument(title: string, deployment: string, scripts: readonly string[]): string {
  const tags = scripts.map((script) => `<script defer src="${escapeHtml(script)}"></script>`);
  return page(title, ['<div id="root"></div>', deployment, ...tags].join('\n'));
}

/** Returns the HTML document that replaces the harness while no product runs at `product`. */
function productMissingDocument(title: string, product: string): string {
  return page(
    title,
    `<main>
<h1>${escapeHtml(START_FIRST)}</h1>
<p>${escapeHtml(title)} needs the API of a running product, and no product runs at <code>${escapeHtml(product)}</code>.
If it has another origin, set <code>PRODUCT_URL</code>.</p>
<p><a href="">Try again</a></p>
</main>`,
  );
}

/** Paths that the product's gateway serves. The dev server forwards requests for them. */
const PRODUCT_PATHS = ['/api', '/payment-sandbox', '/favicon.svg'];

export interface DevServerOptions {
  /** Title of the module. */
  title: string;
  port: number;
  /** Origin of the running product. */
  product: string;
  /** Absolute path of the folder with the files of the remote. */
  remote: string;
}

const originOf = ({ port }: DevServerOptions) => `http://localhost:${port}`;

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(text);
}

/** The API accepts writes only from the product's origin, so the proxy replaces the origin of the harness. */
function proxyToProduct(options: DevServerOptions): NonNullable<Configuration['proxy']> {
  const { product } = options;
  return [
    {
      context: PRODUCT_PATHS,
      target: product,
      changeOrigin: true,
      on: {
        proxyReq: (request, { headers }) => {
          // A request from another site keeps its origin, and the API rejects it.
          if (headers.origin === originOf(options)) request.setHeader('origin', product);
        },
        error: (_error, _request, response) => {
          if (!('writeHead' in response) || response.headersSent) return;
          const body = JSON.stringify({ code: 'unavailable', message: `${START_FIRST}.` });
          send(response, 503, 'application/json', body);
        },
      },
    },
  ];
}

/** Returns whether a request is the navigation of a browser to a page of the harness. */
function isNavigation({ method, url = '/', headers }: IncomingMessage): boolean {
  const isPage = method === 'GET' && (headers.accept ?? '').includes('text/html');
  return isPage && !PRODUCT_PATHS.some((prefix) => url.startsWith(prefix));
}

/** Serves the harness, and the module's remote for pages of the product. */
export class DevServer {
  readonly #events = new BuildEvents();
  readonly #options: DevServerOptions;
  readonly #server: WebpackDevServer;
  #build: RemoteBuild = { problems: ['The first build is not finished.'] };

  /** @param compiler compiles the harness */
  constructor(compiler: Compiler, options: DevServerOptions) {
    this.#options = options;
    this.#server = new WebpackDevServer(this.#configuration(), compiler);
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  /** Serves a build of the remote from now on, and reports it to pages. */
  setBuild(build: RemoteBuild): void {
    this.#build = build;
    if ('problems' in build) this.#events.send('broken', { errors: build.problems });
    else this.#events.send('rebuilt', { version: build.release.version });
  }

  async close(): Promise<void> {
    this.#events.close();
    await this.#server.stop();
  }

  #configuration(): Configuration {
    const { port, product, remote } = this.#options;
    return {
      host: '127.0.0.1',
      port,
      setupExitSignals: false,
      // Compression would buffer events.
      compress: false,
      client: { logging: 'warn', overlay: { errors: true, warnings: false, runtimeErrors: true } },
      static: [{ directory: remote, publicPath: REMOTE_PATH, watch: false }],
      // The product's pages have another origin.
      headers: ({ headers }) => ({
        vary: 'origin',
        ...(headers.origin === product && {
          'access-control-allow-origin': product,
          'cross-origin-resource-policy': 'cross-origin',
        }),
      }),
      proxy: proxyToProduct(this.#options),
      setupMiddlewares: (middlewares) => this.#withHarness(middlewares),
    };
  }

  /** Adds the middleware of the harness after the checks of host and origin, and before webpack's files. */
  #withHarness(middlewares: Middleware[]): Middleware[] {
    const index = middlewares.findIndex((each) => 'name' in each && each.name === 'webpack-dev-middleware');
    const middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => {
      if (isNavigation(request)) void this.#sendPage(response);
      else if (request.url === '/release.json') this.#sendRelease(response);
      else if (request.url === '/rebuilt') this.#events.subscribe(request, response);
      else next();
    };
    return middlewares.toSpliced(index, 0, { name: 'harness', middleware });
  }

  async #sendPage(response: ServerResponse): Promise<void> {
    const { title, product } = this.#options;
    const deployment = await deploymentElement(product);
    if (deployment === undefined) send(response, 503, 'text/html', productMissingDocument(title, product));
    else send(response, 200, 'text/html', harnessDocument(title, deployment, HARNESS_SCRIPTS));
  }

  #sendRelease(response: ServerResponse): void {
    const build = this.#build;
    if ('problems' in build) send(response, 503, 'text/plain', build.problems.join('\n\n'));
    else send(response, 200, 'application/json', JSON.stringify(build.release));
  }
}
