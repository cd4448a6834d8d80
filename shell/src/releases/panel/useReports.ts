import { useEffect, useState } from 'react';
import type { Registry } from '@dps/contract';
import { moduleLoader } from '../../modules/module-loader.ts';
import { fetchTrustedRegistry } from '../../modules/registry-source.ts';
import { thisShellLoad } from '../../telemetry/start-telemetry.ts';
import { moduleReport, loadedAt, type PartReport } from './module-report.ts';
import type { LoadFacts } from '../../telemetry/telemetry.ts';
import { releaseTexts } from '../../texts/releases.ts';

/**
 * Returns the panel's details about the shell.
 *
 * @param load the reported load of the shell
 * @param version the version of the running shell
 * @param began the start of the navigation, in milliseconds since 1970
 */
function shellReport(
  { shell }: Registry,
  { load, version, began }: { load: LoadFacts; version: string; began: number },
): PartReport {
  const { why, panel } = releaseTexts;
  return {
    name: 'shell',
    title: panel.shell,
    version,
    status: 'runs',
    isReplaced: false,
    why: [load.outcome === 'fallback' ? why.shellFallback(load.version) : why.shell],
    loaded: loadedAt(began + load.ms, load.ms),
    contract: shell.contract === undefined ? '' : panel.provides(shell.contract),
    others: [],
  };
}

/** State of the request for the other releases. */
type Others = 'loading' | 'known' | 'unknown';

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

/** Returns the panel's details about the shell and each module. */
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
