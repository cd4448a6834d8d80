import { useEffect, useState } from 'react';
import type { Registry } from '@dps/shared-contracts';
import { devOrigins } from '../page-releases.ts';
import { fetchDevRelease } from './dev-release.ts';

/** What the last build of a dev server means for this page. */
export type BuildNews = 'rebuilt' | 'broken' | null;

/** Pages with something unsaved object to being left: the same question as the browser's, which nobody is shown. */
const isUnsaved = (): boolean => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * Follows the builds of dev servers: the page is loaded anew after each good one, unless something is unsaved.
 *
 * @param registry as this tab has it
 * @param onReload loads the page anew
 */
export function useRebuilds(registry: Registry, onReload: () => void): BuildNews {
  const [news, setNews] = useState<BuildNews>(null);
  useEffect(() => {
    const rebuilt = () => {
      if (isUnsaved()) setNews('rebuilt');
      else onReload();
    };
    const sources = [...devOrigins(registry)].map((origin) => {
      const source = new EventSource(`${origin}/rebuilt`);
      source.addEventListener('rebuilt', rebuilt);
      source.addEventListener('broken', () => setNews('broken'));
      // A server that was not there, or not done, when this page began: what it has missed is not told again.
      const missed = registry.modules.find(
        ({ choice }) => choice?.source === origin && choice.problem !== undefined,
      );
      const lookAgain = (name: string) => fetchDevRelease(origin, name).then(rebuilt, () => undefined);
      if (missed) source.addEventListener('open', () => void lookAgain(missed.name));
      return source;
    });
    return () => sources.forEach((source) => source.close());
  }, [registry, onReload]);
  return news;
}
