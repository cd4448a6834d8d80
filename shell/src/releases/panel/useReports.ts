import { useEffect, useState } from 'react';
import type { Registry } from '@dps/shared-contracts';
import { moduleLoader } from '../../modules/active-loader.ts';
import { fetchTrustedRegistry } from '../../modules/registry-source.ts';
import { thisShellLoad } from '../../telemetry/this-shell-load.ts';
import { moduleReport, type PartReport } from './module-report.ts';
import { shellReport } from './shell-report.ts';

/** Whether the other releases are known. */
export type Others = 'loading' | 'known' | 'unknown';

/** The registry as it stands now, which has more releases than a page carries; null where it cannot be had. */
function useWholeRegistry(): Registry | null | undefined {
  const [whole, setWhole] = useState<Registry | null>();
  useEffect(() => {
    let isShown = true;
    const show = (registry: Registry | null) => {
      if (isShown) setWhole(registry);
    };
    fetchTrustedRegistry().then(show, () => show(null));
    return () => {
      isShown = false;
    };
  }, []);
  return whole;
}

/** What there is to say of the shell and of each module, as things stand while the panel is open. */
export function useReports(registry: Registry): { parts: PartReport[]; others: Others } {
  const whole = useWholeRegistry();
  const { contract } = registry.shell;
  const shell = shellReport(registry, {
    load: thisShellLoad(),
    version: __MODULE_VERSION__,
    began: performance.timeOrigin,
  });
  const modules = registry.modules.map((module) =>
    moduleReport(module, moduleLoader().history(module.name), {
      full: whole?.modules.find(({ name }) => name === module.name),
      contract,
    }),
  );
  return {
    parts: [shell, ...modules],
    others: whole === undefined ? 'loading' : whole === null ? 'unknown' : 'known',
  };
}
