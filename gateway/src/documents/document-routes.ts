import { randomBytes, randomUUID } from 'node:crypto';
import {
  chooseReleases,
  chooseShell,
  COHORT_COOKIE,
  cohortSeed,
  cookieText,
  findRoute,
  ownCookies,
  RELOAD_BEFORE_PATH,
  type Deployment,
  type Registry,
} from '@dps/contract';
import { integrityOf } from '@dps/release/store/integrity';
import type { KeyRing } from '@dps/release/store/key-ring';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '@dps/contract/server';
import { errorResponse } from '../proxy/proxy-error.ts';
import { KEEP_HEADER } from '../offline/installed-app.ts';
import type { RegistryReader, RegistryReading } from '../releases/registry-reader.ts';
import { texts } from '../texts.ts';
import { canonicalAddress, wantsDocument, withoutPaymentSecrets } from './navigation.ts';
import { backendsOf } from './document-plan.ts';
import type { ReadOutlines } from './outline.ts';
import { choosePreview, previewRedirect, type PreviewOptions } from './previews.ts';
import {
  contentSecurityPolicy,
  documentHeaders,
  SECRET_ADDRESS_HEADERS,
  scriptOriginPolicy,
} from './security-headers.ts';
import { shellDocument } from './shell-document.ts';
import { commonHead } from './document-head.ts';
import { attributes } from './html.ts';

/** Returns the document that replaces the shell while no registry is usable. Only the log has the cause. */
function unavailableDocument(nonce: string): string {
  const { title, safe, support, reload } = texts.unavailable;
  return `<!doctype html>
<html lang="en">
<head>
${commonHead(title, nonce)}
<script defer${attributes({ nonce })}>addEventListener('DOMContentLoaded',function(){document.querySelector('button').onclick=function(){location.reload()}})</script>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(safe)}</p>
<p>${escapeHtml(support)}</p>
<button type="button">${escapeHtml(reload)}</button>
</main>
</body>
</html>
`;
}

export interface DocumentOptions {
  registry: RegistryReader;
  /** The settings that each document carries, the trusted release keys included. */
  deployment: Deployment;
  /** Reads the outlines of a shell. */
  readOutlines: ReadOutlines;
  /** Origin of the gateway for browsers: `http://localhost:4200`. */
  publicOrigin: string;
  /** Absent in a deployment without previews. */
  previews?: PreviewOptions | undefined;
  /** True with the real payment provider: the content security policy then allows its hosts. */
  stripe: boolean;
  /** The keys of the deployment, with the origins that pages may call. */
  keys: KeyRing;
}

const NO_STORE = 'no-store';

const YEAR_SECONDS = 31_536_000;

/** Returns the browser's cohort seed. Without one, sets a cookie for a year, which is longer than any canary. */
function seedOf(reply: FastifyReply, cookies: string, isSecure: boolean): string {
  const known = cohortSeed(cookies);
  if (known !== undefined) return known;
  const seed = randomUUID();
  reply.header('set-cookie', cookieText(COHORT_COOKIE, seed, isSecure, YEAR_SECONDS));
  return seed;
}

async function sendDocument(
  reply: FastifyReply,
  pathname: string,
  reading: RegistryReading,
  { deployment, readOutlines, publicOrigin, stripe, previews, keys }: DocumentOptions,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  const devOrigins = deployment.overrides?.origins ?? [];
  const tiles = deployment.mapTiles && new URL(deployment.mapTiles.url).origin;
  const allow = (backends: readonly string[]) =>
    reply.header(
      'content-security-policy',
      [contentSecurityPolicy, scriptOriginPolicy]
        .map((policy) => policy({ publicOrigin, nonce, stripe, devOrigins, backends, tiles }))
        .join(', '),
    );
  reply.type('text/html; charset=utf-8').header('cache-control', NO_STORE).headers(documentHeaders(stripe));
  if (!reading) return allow([]).code(503).send(unavailableDocument(nonce));
  const isSecure = publicOrigin.startsWith('https:');
  const cookies = ownCookies(reply.request.headers.cookie ?? '', isSecure);
  const seed = seedOf(reply, cookies, isSecure);
  const withShell = chooseShell(reading, cookies, seed);
  const preview = previews && (await choosePreview(withShell, reply.request, cookies, previews));
  const registry = chooseReleases(withShell, { seed, preview: preview?.release });
  allow(backendsOf(registry, keys, deployment.overrides !== undefined));
  // The shell shows its page for unknown addresses. A tab with an override link can have further addresses.
  const { searchParams } = new URL(reply.request.url, publicOrigin);
  const hasOverride = deployment.overrides !== undefined && searchParams.has('override');
  const route = findRoute(registry, pathname)?.route;
  if (!route && !hasOverride) reply.code(404);
  if (!route || route.path.includes(':')) reply.headers(SECRET_ADDRESS_HEADERS);
  else if (!hasOverride && !preview) reply.headers(KEEP_HEADER);
  const settings = { ...deployment, ...(preview && { preview: preview.notice }) };
  const outlines = await readOutlines(registry.shell);
  return reply.send(
    shellDocument({ registry, deployment: settings, outlines, pathname, cookies, nonce, stripe }),
  );
}

/** Returns a function that renders a registry with its ETag, once for each registry. */
function registryRenderer(): (registry: Registry) => { text: string; etag: string } {
  let rendered: { registry: Registry; text: string; etag: string } | undefined;
  return (registry) => {
    if (rendered?.registry !== registry) {
      const text = JSON.stringify(registry);
      // Not the revision: gateways with other keys serve other entries of it. Weak, because the response may be compressed.
      rendered = { registry, text, etag: `W/"${integrityOf(text)}"` };
    }
    return rendered;
  };
}

/** Serves documents and the registry. Each request renders its document; no browser may cache one. */
export function serveDocuments(app: FastifyInstance, options: DocumentOptions): void {
  const { registry, publicOrigin } = options;
  const render = registryRenderer();
  app.get('/registry.json', async (request, reply) => {
    const reading = await registry.read();
    if (reading) {
      const { text, etag } = render(reading);
      // Open pages check for newer releases at each navigation.
      reply.header('cache-control', 'no-cache').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    }
    reply.header('cache-control', NO_STORE);
    const response = errorResponse('unavailable', texts.registryDamaged, request.id);
    return reply.code(response.statusCode).send(response);
  });
  app.get(RELOAD_BEFORE_PATH, async (_request, reply) => {
    const reading = await registry.read();
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', NO_STORE)
      .send(String(reading?.reloadBefore ?? 0));
  });
  app.get('/*', async (request, reply) => {
    const [pathname = ''] = request.url.split(/[?#]/);
    if (!wantsDocument(request.headers.accept, pathname))
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .header('cache-control', NO_STORE)
        .send(`${texts.fileMissing(pathname)}\n`);
    const canonical = canonicalAddress(request.headers.host, request.url, publicOrigin);
    if (canonical !== undefined) return reply.header('cache-control', NO_STORE).redirect(canonical, 302);
    const cleaned = withoutPaymentSecrets(request.url, publicOrigin);
    if (cleaned !== undefined) return reply.header('cache-control', NO_STORE).redirect(cleaned, 302);
    const preview = options.previews && previewRedirect(request.url, publicOrigin);
    if (preview)
      return reply
        .headers({ 'cache-control': NO_STORE, 'set-cookie': preview.cookie })
        .redirect(preview.address, 302);
    return sendDocument(reply, pathname, await registry.read(), options);
  });
}
