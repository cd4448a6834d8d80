import { useEffect, useState } from 'react';
import type { Registry } from '@dps/contract';
import { isUnsaved } from '../../document/page.ts';
import { devOrigins } from '../page-releases.ts';
import { fetchDevRelease } from './dev-release.ts';

/** The last event of a dev server that the page shows. */
export type BuildEvent = 'rebuilt' | 'broken' | null;

/**
 * Subscribes to the builds of dev servers. After each successful build, the page reloads, unless it has unsaved changes.
 *
 * @param registry the registry of this tab
 */
export function useRebuilds(registry: Registry, onReload: () => void): BuildEvent {
  const [event, setEvent] = useState<BuildEvent>(null);
  useEffect(() => {
    const rebuilt = () => {
      if (isUnsaved()) setEvent('rebuilt');
      else onReload();
    };
    const sources = [...devOrigins(registry)].map((origin) => {
      const source = new EventSource(`${origin}/rebuilt`);
      source.addEventListener('rebuilt', rebuilt);
      source.addEventListener('broken', () => setEvent('broken'));
      // A server that was not ready at the page load does not repeat its event.
      const missed = registry.modules.find(
        ({ choice }) => choice?.source === origin && choice.problem !== undefined,
      );
      const fetchAgain = (name: string) => fetchDevRelease(origin, name).then(rebuilt, () => undefined);
      if (missed) source.addEventListener('open', () => void fetchAgain(missed.name));
      return source;
    });
    return () => sources.forEach((source) => source.close());
  }, [registry, onReload]);
  return event;
}
