import type { ModuleRelease } from '@dps/contract';
import { documentNonce } from '../document/page.ts';

const requested = new Set<string>();

/** Whether the document has already requested a file. */
function known(address: string): boolean {
  return requested.has(address) || performance.getEntriesByName(address).length > 0;
}

/** Preloads files of a release in parallel, because imports would load them one after another. Skips files without an integrity hash. */
export function preloadFiles(release: ModuleRelease, files: readonly string[]): void {
  for (const file of files) {
    const { href } = new URL(release.base + file, location.href);
    const integrity = release.files[file];
    if (!integrity || known(href)) continue;
    requested.add(href);
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: 'anonymous', integrity, href });
    link.nonce = documentNonce();
    document.head.append(link);
  }
}
