import type { Registry } from '@dps/contract';
import { frame } from './frame/frame.ts';
import { startLoader } from './modules/active-loader.ts';
import { loadDefinition, startFederation } from './modules/federation-host.ts';
import { inTasks, wait } from './modules/in-tasks.ts';
import { preloadFiles } from './modules/preload-release.ts';
import { preloadFirstPage } from './modules/preload-first-page.ts';
import { NoRegistry, readRegistry, storeRegistry } from './modules/registry-source.ts';
import { showStartFailure } from './modules/start-failure.ts';
import { tracked } from './modules/tracked.ts';
import { watchForcedReload } from './releases/forced-reload.ts';
import { devOrigins, isOnTrial } from './releases/page-releases.ts';
import { withOverrides } from './releases/with-overrides.ts';
import { render, startStyles } from './render.tsx';
import { onSessionChange } from './session/browser-session.ts';
import { startSession } from './session/shell-session.ts';
import { completePendingSignOut } from './session/sign-out-on-server.ts';
import { storePart } from './session/store-part.ts';
import { thisShellLoad } from './telemetry/shell-load.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';
import { texts } from './texts/first-load.ts';

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
