import { MODULES_PARAMETER } from './panel-address.ts';
import { OverrideBar } from './overrides/OverrideBar.tsx';
import { PreviewBar } from './PreviewBar.tsx';
import { ModulesPanel } from './panel/ModulesPanel.tsx';
import type { PreviewNotice } from '@dps/contract';
import type { PageReleases } from './page-releases.ts';

interface Props extends PageReleases {
  preview: PreviewNotice | undefined;
  parameters: URLSearchParams;
  /** Reloads the page. */
  onReload: () => void;
}

/** The bars of a preview and of overrides and, if the address requests it, the panel of modules. */
export default function ShownTools({ parameters, preview, ...rest }: Props) {
  return (
    <>
      {preview && <PreviewBar preview={preview} onReload={rest.onReload} />}
      <OverrideBar {...rest} />
      {parameters.has(MODULES_PARAMETER) && (
        <ModulesPanel registry={rest.registry} onReload={rest.onReload} />
      )}
    </>
  );
}
