import { startTransition } from 'react';
import { findRoute, type Registry } from '@dps/contract';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import createCache from '@emotion/cache';
import { CacheProvider, css, type EmotionCache } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { WidgetHost } from '@dps/contract/guest';
import { CssBaseline, followColorScheme, scaleWithText, ThemeProvider, theme } from '@dps/ui';
import { BrowserRouter } from '@dps/ui/router';
import { frame, ShellRoutes } from './routing/ShellRoutes.tsx';
import { startLoader, moduleLoader } from './modules/module-loader.ts';
import { loadDefinition, startFederation, preloadFiles } from './modules/federation-host.ts';
import { inTasks, wait } from './modules/in-tasks.ts';
import { NoRegistry, readRegistry, storeRegistry } from './modules/registry-source.ts';
import { showStartFailure } from './modules/start-failure.ts';
import { tracked, storePart, needsStore, type Tracked } from './modules/preloadable.tsx';
import { watchForcedReload } from './releases/forced-reload.ts';
import { devOrigins, isOnTrial, type PageReleases } from './releases/page-releases.ts';
import { withOverrides, ReleaseTools } from './releases/ReleaseTools.tsx';
import { onSessionChange } from './session/browser-session.ts';
import { startSession } from './session/shell-session.ts';
import { completePendingSignOut } from './session/sign-out-on-server.ts';
import { startTelemetry, thisShellLoad } from './telemetry/start-telemetry.ts';
import { texts } from './texts/first-load.ts';
import { ShellBoundary, CleanupBoundary } from './crash/boundaries.tsx';
import { documentNonce } from './document/page.ts';
import { ModuleWidget } from './modules/ModuleWidget.tsx';
import { ToastHost } from './toasts/ToastHost.tsx';

/**
 * Loads the product's font before any style names it. Until then, a font with the same metrics replaces it, and for good if the
 * browser refuses fonts.
 */
async function loadFont(): Promise<void> {
  const face = new FontFace('Inter Variable', `url(${inter}) format("woff2")`, {
    weight: '100 900',
    style: 'normal',
    display: 'swap',
  });
  document.fonts.add(face);
  await face.load();
}

/**
 * Creates the cache of styles with the variables of the theme. MUI would insert the variables in the commit of the first render, which
 * React cannot divide.
 */
function startStyles(): EmotionCache {
  const nonce = documentNonce();
  // The styles of toasts are written by goober, which reads its nonce here.
  Object.assign(globalThis, { __nonce__: nonce || undefined });
  const styles = scaleWithText(createCache({ key: 'css', ...(nonce ? { nonce } : {}) }));
  for (const sheet of theme.generateStyleSheets()) styles.insert('', css(sheet), styles.sheet, false);
  return styles;
}

/**
 * Draws the product. Called once, when the code of the first page has loaded.
 *
 * @param styles the cache of styles
 * @param signOutSettled holds the pages back until an earlier sign-out has reached the server or has failed again
 */
function render(releases: PageReleases, styles: EmotionCache, signOutSettled: Tracked<void>): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no #root');
  loadFont().catch(() => undefined);
  followColorScheme();
  const page = (
    <CacheProvider value={styles}>
      <ThemeProvider
        theme={theme}
        storageManager={null}
        colorSchemeNode={null}
        noSsr
        disableStyleSheetGeneration
      >
        <CssBaseline />
        <BrowserRouter>
          <ShellBoundary>
            <CleanupBoundary>
              <WidgetHost value={ModuleWidget}>
                <ShellRoutes registry={releases.registry} ready={signOutSettled} />
                <ReleaseTools {...releases} />
              </WidgetHost>
            </CleanupBoundary>
          </ShellBoundary>
          <ToastHost />
        </BrowserRouter>
      </ThemeProvider>
    </CacheProvider>
  );
  // React divides a transition into short tasks, between which the browser can respond.
  startTransition(() => createRoot(root).render(page));
}

/** The longest wait of the first render for its page, in ms. After that, a spinner replaces the outline of the document. */
const TIMEOUT_MS = 1_000;

/**
 * Waits until the page of an address has loaded and can render, so that the first render replaces the outline by it. A page that
 * fails shows its own error later.
 *
 * @param pathname the path of the address
 * @param parts load the store, and what a page of a signed-in user needs: the frame and the session
 * @throws if the frame or the store does not load
 */
async function preloadFirstPage(
  registry: Registry,
  pathname: string,
  parts: Record<'store' | 'user', () => PromiseLike<unknown>>,
): Promise<void> {
  const match = findRoute(registry, pathname);
  if (!match) return;
  const page = moduleLoader().page(match.module, match.route.path);
  const needed: PromiseLike<unknown>[] = [Promise.allSettled([page])];
  if (match.route.access === 'user') needed.push(parts.user());
  if (needsStore(match.route)) needed.push(parts.store());
  await Promise.race([Promise.all(needed), wait(TIMEOUT_MS)]);
}

/** Repairs the address of a link that a mail program has changed. The paths of pages have letters, digits and hyphens. */
async function repairChangedLink(registry: Registry): Promise<void> {
  if (!/[^\w\-/]/.test(location.pathname)) return;
  await import(/* webpackChunkName: "registry" */ './routing/damaged-address.ts').then(
    ({ repairAddress }) => repairAddress(registry),
    () => undefined,
  );
}

/** Delay before a second attempt: long enough for a restart of the server, and random so that pages do not retry at the same time. */
const pause = () => wait(100 + Math.random() * 200);

async function start(found: Registry): Promise<void> {
  const releases = await withOverrides(found);
  const { registry } = releases;
  await repairChangedLink(registry);
  const telemetry = startTelemetry(registry.modules, registry.modules.some(isOnTrial));
  const session = startSession(storePart.preload);
  const signOutSettled = tracked(completePendingSignOut());
  const sessionKnown = signOutSettled.then(() => session.start());
  onSessionChange(session.follow);
  startFederation(devOrigins(registry));
  startLoader(registry, {
    loadDefinition,
    preloadFiles,
    pause,
    onStart: (module) => telemetry.states.started(module),
    onShow: (module) => telemetry.states.shown(module),
    onLoad: (load) => telemetry.loaded(load),
  });
  await preloadFirstPage(registry, location.pathname, {
    store: storePart.preload,
    // The store comes first, because the session waits for it.
    user: () => Promise.all([inTasks([storePart.preload], frame.preload), sessionKnown]),
  });
  // The page may have arrived in this task.
  await wait();
  const styles = startStyles();
  await wait();
  render(releases, styles, signOutSettled);
  watchForcedReload(registry);
  // Another user of this browser must not get a preview.
  if (!found.modules.some(isOnTrial)) storeRegistry(found);
  telemetry.loaded(thisShellLoad());
}

try {
  await start(await readRegistry());
} catch (error) {
  if (!(error instanceof NoRegistry)) throw error;
  showStartFailure(`${texts.start.noRegistry} (${error.reasons.join('. ')})`);
}
