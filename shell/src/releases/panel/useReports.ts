import { useEffect, useState } from 'react';
import type { Registry } from '@dps/contract';
import { moduleLoader } from '../../modules/active-loader.ts';
import { fetchTrustedRegistry } from '../../modules/registry-source.ts';
import { thisShellLoad } from '../../telemetry/shell-load.ts';
import { moduleReport, type PartReport } from './module-report.ts';
import { shellReport } from './shell-report.ts';

/** State of the request for the other releases. */
export type Others = 'loading' | 'known' | 'unknown';

/** Fetches the current registry, which has more releases than that of a page; null if the request fails. */
function useCompleteRegistry(): Registry | null | undefined {
  const [complete, setComplete] = useState<Registry | null>();
  useEffect(() => {
    let isShown = true;
    const show = (registry: Registry | null) => {
      if (isShown) setComplete(registry);
    };
    fetchTrustedRegistry().then(show, () => show(null));
    return () => {
      isShown = false;
    };
  }, []);
  return complete;
}

/** Returns the panel's facts about the shell and each module. */
export function useReports(registry: Registry): { parts: PartReport[]; others: Others } {
  const complete = useCompleteRegistry();
  const { contract } = registry.shell;
  const shell = shellReport(registry, {
    load: thisShellLoad(),
    version: __MODULE_VERSION__,
    began: performance.timeOrigin,
  });
  const modules = registry.modules.map((module) =>
    moduleReport(module, moduleLoader().history(module.name), {
      full: complete?.modules.find(({ name }) => name === module.name),
      contract,
    }),
  );
  return {
    parts: [shell, ...modules],
    others: complete === undefined ? 'loading' : complete === null ? 'unknown' : 'known',
  };
}
