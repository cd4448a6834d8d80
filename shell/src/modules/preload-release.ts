import type { ModuleRelease } from '@dps/shared-contracts';
import { documentNonce } from './document-nonce.ts';

const asked = new Set<string>();

/** Whether the page has fetched a file already, or its document has asked for it. */
function known(address: string): boolean {
  return asked.has(address) || performance.getEntriesByName(address).length > 0;
}

/**
 * Asks for files of a release ahead, all at once, so that a page that is navigated to does not wait for them one after
 * another. A file for which the registry does not vouch is left to the loader.
 */
export function preloadFiles(release: ModuleRelease, files: readonly string[]): void {
  for (const file of files) {
    const { href } = new URL(release.base + file, location.href);
    const integrity = release.files[file];
    if (!integrity || known(href)) continue;
    asked.add(href);
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: 'anonymous', integrity, href });
    link.nonce = documentNonce();
    document.head.append(link);
  }
}
