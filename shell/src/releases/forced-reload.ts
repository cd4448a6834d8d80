import { RELOAD_BEFORE_PATH, type Registry } from '@dps/contract';
import { isUnsaved, reloadPage } from '../document/page.ts';

/** Interval of the checks, in ms. With the request, a visible page reloads within 10 s. */
const INTERVAL_MS = 8_000;
const TIMEOUT_MS = 1_500;
/** Storage key of the last revision for which this tab has reloaded. */
const RELOADED = 'dps.reloaded';
/** Event of the window: a reload is urgent, and waits for the input of the user. */
export const RELOAD_WANTED = 'dps:reload-wanted';

/** A tab reloads once for a revision, also if one of several gateways still serves an older one. */
function isFirstReload(revision: number): boolean {
  try {
    if (Number(sessionStorage.getItem(RELOADED)) >= revision) return false;
    sessionStorage.setItem(RELOADED, String(revision));
    return true;
  } catch {
    // Without storage, a reload could repeat.
    return false;
  }
}

/** Controls that the user has changed. */
const changed = new Set<Node>();
const addChanged = ({ target }: Event): void => void (target instanceof Node && changed.add(target));

/** Returns whether a reload could lose input: in a changed control, in a dialog, or as the page itself reports. */
function hasInput(): boolean {
  for (const each of changed) if (!each.isConnected) changed.delete(each);
  return changed.size > 0 || document.querySelector('[role=dialog]') !== null || isUnsaved();
}

async function check({ revision }: Registry, onReload: () => void): Promise<void> {
  if (document.hidden || !navigator.onLine) return;
  const response = await fetch(RELOAD_BEFORE_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const before = response.ok ? Number(await response.text()) : 0;
  if (!(revision < before)) return;
  if (hasInput()) dispatchEvent(new Event(RELOAD_WANTED));
  else if (isFirstReload(before)) onReload();
}

/**
 * Reloads the page after a release command with `--force-reload`: within 10 s while the page is visible, or when it is shown again.
 * A page with input of the user dispatches `RELOAD_WANTED` instead. It reloads when the form, the dialog or the page is left.
 *
 * @param registry the registry of this page
 * @returns ends the checks
 */
export function watchForcedReload(registry: Registry, onReload = reloadPage): () => void {
  // A later check succeeds.
  const checkNow = () => void check(registry, onReload).catch(() => undefined);
  const timer = setInterval(checkNow, INTERVAL_MS);
  document.addEventListener('visibilitychange', checkNow);
  document.addEventListener('input', addChanged);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', checkNow);
    document.removeEventListener('input', addChanged);
  };
}
