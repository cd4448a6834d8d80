import { MODULES_PARAMETER } from './modules-address.ts';
import { OverrideBar } from './overrides/OverrideBar.tsx';
import { ModulesPanel } from './panel/ModulesPanel.tsx';
import type { PageReleases } from './page-releases.ts';

interface Props extends PageReleases {
  parameters: URLSearchParams;
  /** Loads the page anew. */
  onReload: () => void;
}

/** What there is to see of the modules that are replaced and, where the address asks for it, of all of them. */
export default function ShownTools({ parameters, ...rest }: Props) {
  return (
    <>
      <OverrideBar {...rest} />
      {parameters.has(MODULES_PARAMETER) && (
        <ModulesPanel registry={rest.registry} onReload={rest.onReload} />
      )}
    </>
  );
}
