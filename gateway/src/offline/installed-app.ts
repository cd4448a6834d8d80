import { readFileSync } from 'node:fs';
import { PAGE_COLORS } from '@dps/contract';
import type { FastifyInstance } from 'fastify';
import { texts } from '../texts.ts';

/** Address of the service worker. Its folder is the scope, which is the complete origin. */
export const WORKER_PATH = '/service-worker.js';
const MANIFEST_PATH = '/manifest.webmanifest';

const asset = (name: string) => readFileSync(new URL(`../../assets/${name}`, import.meta.url));
/** The maskable icon has room around its picture, because devices cut its edges off. */
const ICONS = [
  { file: 'icon-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'icon-512.png', sizes: '512x512', purpose: 'any' },
  { file: 'icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
] as const;
/** The icon for the home screen of iOS, which does not read the icons of the manifest. */
const APPLE_ICON = 'icon-apple-180.png';

/** The document changes the colour of an open window by its scheme. A manifest has one colour, for the start. */
const MANIFEST = {
  id: '/',
  name: texts.product,
  short_name: texts.shortName,
  description: texts.description,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: PAGE_COLORS.light,
  background_color: PAGE_COLORS.light,
  icons: ICONS.map(({ file, sizes, purpose }) => ({ src: `/${file}`, sizes, purpose, type: 'image/png' })),
};

/** Links of the document to the manifest and to the icon for iOS. */
export const APP_LINKS = [
  `<link rel="manifest" href="${MANIFEST_PATH}">`,
  `<link rel="apple-touch-icon" href="/${APPLE_ICON}">`,
].join('\n');

/**
 * Inline script that registers the service worker when the shell reports that a user is signed in. A page that loaded before the
 * worker names its files, so that the worker keeps them.
 */
export const REGISTER_WORKER = `addEventListener('dps:signed-in',function(){var s;try{s=navigator.serviceWorker}catch(e){}if(!s)return;var isNew=!s.controller;
s.register('${WORKER_PATH}',{updateViaCache:'none'}).then(function(){return s.ready}).then(function(r){
if(isNew)r.active.postMessage(performance.getEntriesByType('resource').map(function(e){return new URL(e.name).pathname}))
}).catch(function(){})},{once:true})`;

/** Marks documents that the worker may keep: all except previews, overrides and pages whose address is a secret. */
export const KEEP_HEADER = { 'x-keep': '1' };

/** Serves the service worker, the manifest and the icons of the installed app. */
export function serveInstalledApp(app: FastifyInstance): void {
  const worker = asset('service-worker.js');
  app.get(WORKER_PATH, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy':
          "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      })
      .send(worker),
  );
  app.get(MANIFEST_PATH, (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(MANIFEST)),
  );
  for (const file of [...ICONS.map((icon) => icon.file), APPLE_ICON]) {
    const icon = asset(file);
    app.get(`/${file}`, (_request, reply) =>
      reply.type('image/png').header('cache-control', 'public, max-age=86400').send(icon),
    );
  }
}
