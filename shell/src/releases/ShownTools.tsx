import { MODULES_PARAMETER } from './panel-address.ts';
import { OverrideBar } from './overrides/OverrideBar.tsx';
import { ModulesPanel } from './panel/ModulesPanel.tsx';
import type { PageReleases } from './page-releases.ts';

interface Props extends PageReleases {
  parameters: URLSearchParams;
  /** Reloads the page. */
  onReload: () => void;
}

/** The bar of overrides and, if the address requests it, the panel of modules. */
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
