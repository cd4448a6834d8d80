// The service worker of field mode: see docs/adr/0056-field-mode.md. Changes apply at the next start of a page.

const DOCUMENTS = 'dps-document-1';
const FILES = 'dps-files-1';
/** The id of the user follows. There is at most one such cache. */
const USER = 'dps-user-1-';

/** Time that the network has for a document, in ms. */
const DOCUMENT_WITHIN_MS = 3_000;
/** Maximum number of kept responses of a user. */
const RESPONSES = 300;
const DOCUMENT = '/';
/** The bases of the releases whose files are all kept. */
const COMPLETE = '/complete';
const KEPT = 'x-kept';

/** The group is the name of a module. */
const RELEASE_FILE = /^\/(?:shell\/[^/]+|modules\/([^/]+)\/[^/]+)\/assets\/[^/]+$/;
const USER_READ =
  /^\/api\/(user\/current|threads|jobs\/(\d+(\/threads\/\d+(\/messages)?)?|(pilot|client)\/\d+)|flight-data\/pilot\/\d+)$/;
/** Older messages of a thread: each page has an address of its own, and would displace other responses. */
const OLDER_MESSAGES = /\/messages\?(.*&)?after=/;
/** The statuses of a read that has no data for this user any more. */
const GONE = new Set([403, 404]);
const NO_DOCUMENT = /^\/(api|payment-sandbox)\//;

/** Increases with each sign-in and sign-out. */
let generation = 0;
/** Changes of the user's caches, one after another. */
let changes = Promise.resolve();
/** Runs of `completeReleases`, one after another. */
let completing = Promise.resolve();

function change(work) {
  changes = changes.then(work).catch(() => undefined);
  return changes;
}

/** Deletes the kept responses of all users except one. */
async function deleteUsers(except) {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(USER) && name !== except);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Keeps a response for the user that its header names, or deletes the kept one if the data is gone. `started` is the generation in which the request started. */
async function keepResponse(path, response, started) {
  if (started !== generation) return;
  if (response.status === 401) await deleteUsers();
  const user = response.headers.get('x-user-id');
  const isGone = GONE.has(response.status);
  if (!(response.ok || isGone) || !user) return;
  await deleteUsers(USER + user);
  const kept = await caches.open(USER + user);
  if (isGone) await kept.delete(path, { ignoreVary: true });
  else await kept.put(path, response);
  const keys = await kept.keys();
  await Promise.all(keys.slice(0, -RESPONSES).map((key) => kept.delete(key)));
}

/** Returns the kept response of the only user; undefined without one, and for the page of another user. */
async function keptResponse(path, pageUser) {
  await changes;
  const names = await caches.keys();
  const [name, other] = names.filter((each) => each.startsWith(USER));
  if (name === undefined || other !== undefined) return undefined;
  if (pageUser !== null && name !== USER + pageUser) return undefined;
  const response = await (await caches.open(name)).match(path, { ignoreVary: true });
  if (!response) return undefined;
  const headers = new Headers(response.headers);
  headers.set(KEPT, '1');
  return new Response(response.body, { status: response.status, headers });
}

async function serveRead(event, path) {
  const started = generation;
  try {
    const response = await fetch(event.request);
    const copy = response.clone();
    event.waitUntil(change(() => keepResponse(path, copy, started)));
    return response;
  } catch (error) {
    const kept = await keptResponse(path, event.request.headers.get('x-page-user'));
    if (kept) return kept;
    throw error;
  }
}

/** Whether a kept file still has the integrity that the page requires. The browser checks it as well, but cannot repair it. */
async function isIntact(response, integrity) {
  if (!integrity) return true;
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCodePoint(...new Uint8Array(digest)))}`;
}

async function serveFile(event, path) {
  const { request } = event;
  const files = await caches.open(FILES);
  const kept = await files.match(path, { ignoreVary: true });
  if (kept && (await isIntact(kept.clone(), request.integrity))) return kept;
  if (kept) await files.delete(path);
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    event.waitUntil(files.put(path, copy).then(keepReleases));
  }
  return response;
}

/** Returns the registry in the kept document; undefined without a document. */
async function pageRegistry() {
  const response = await (await caches.open(DOCUMENTS)).match(DOCUMENT, { ignoreVary: true });
  const html = await response?.text();
  const json = /<script type="application\/json" id="registry">(.*?)<\/script>/s.exec(html ?? '')?.[1];
  return json === undefined ? undefined : JSON.parse(json);
}

/** Returns the bases of the releases to keep: the shell, and the modules of which the browser has run a file. */
function basesOf({ shell, modules }, keptPaths) {
  const run = new Set(keptPaths.map((path) => RELEASE_FILE.exec(path)?.[1]));
  const chosen = modules.filter(({ name }) => run.has(name)).map(({ releases, stable }) => releases[stable]);
  return [shell, ...chosen].flatMap((release) => release?.base ?? []);
}

/** Returns the integrity of all scripts and fonts of these releases, by path. */
async function filesOf(bases) {
  const { shell, previousShell, shellCanary, modules } = await (await fetch('/registry.json')).json();
  const shells = [shell, previousShell, shellCanary?.shell];
  const releases = [...shells, ...modules.flatMap((each) => Object.values(each.releases))];
  const kept = releases.filter((release) => release && bases.includes(release.base));
  return new Map(
    kept.flatMap(({ base, files }) =>
      Object.entries(files)
        .filter(([file]) => /\.(js|woff2)$/.test(file))
        .map(([file, integrity]) => [base + file, integrity]),
    ),
  );
}

/** Keeps all files of the releases of the kept document, and no others. A failure is repeated at the next start. */
function keepReleases() {
  completing = completing.then(completeReleases).catch(() => undefined);
  return completing;
}

async function completeReleases() {
  const page = await pageRegistry();
  if (!page) return;
  const [documents, files] = [await caches.open(DOCUMENTS), await caches.open(FILES)];
  const keptPaths = (await files.keys()).map(({ url }) => new URL(url).pathname);
  const bases = basesOf(page, keptPaths);
  const complete = await (await documents.match(COMPLETE))?.text();
  if (complete === bases.join()) return;
  const wanted = await filesOf(bases);
  await Promise.all(keptPaths.filter((path) => !wanted.has(path)).map((path) => files.delete(path)));
  for (const [path, integrity] of wanted) {
    if (keptPaths.includes(path)) continue;
    const response = await fetch(path, { integrity });
    if (!response.ok) return;
    await files.put(path, response);
  }
  await documents.put(COMPLETE, new Response(bases.join()));
}

async function keepDocument(response) {
  if (!response.ok || response.headers.get('x-keep') === null) return;
  await (await caches.open(DOCUMENTS)).put(DOCUMENT, response);
  await keepReleases();
}

async function serveDocument(event) {
  const network = fetch(event.request);
  const copy = network.then((response) => response.clone());
  // Called now: if the network takes too long, the event has ended when its response arrives.
  event.waitUntil(copy.then(keepDocument).catch(() => undefined));
  const limit = new Promise((resolve) => setTimeout(resolve, DOCUMENT_WITHIN_MS));
  const response = await Promise.race([network.catch(() => undefined), limit]);
  if (response) return response;
  const kept = await (await caches.open(DOCUMENTS)).match(DOCUMENT, { ignoreVary: true });
  return kept ?? network;
}

/** Keeps what a page has loaded before the worker served it. */
async function keepPage(paths) {
  const files = await caches.open(FILES);
  for (const path of paths.filter((each) => RELEASE_FILE.test(each))) {
    if (!(await files.match(path))) await files.add(path);
  }
  await keepDocument(await fetch(DOCUMENT, { headers: { accept: 'text/html' } }));
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data)) event.waitUntil(keepPage(event.data).catch(() => undefined));
});
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (origin !== self.location.origin) return;
  if (method === 'POST' && pathname.startsWith('/api/auth/')) {
    generation += 1;
    if (pathname === '/api/auth/logout') event.waitUntil(change(() => deleteUsers()));
  }
  if (method !== 'GET') return;
  if (mode === 'navigate' && !NO_DOCUMENT.test(pathname)) event.respondWith(serveDocument(event));
  else if (RELEASE_FILE.test(pathname)) event.respondWith(serveFile(event, pathname));
  else if (USER_READ.test(pathname) && !OLDER_MESSAGES.test(pathname + search))
    event.respondWith(serveRead(event, pathname + search));
});
