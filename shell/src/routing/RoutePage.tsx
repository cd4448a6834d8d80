import type { RegistryModule } from '@dps/shared-contracts';
import { useDocumentTitle } from '../document/useDocumentTitle.ts';
import { ModulePage } from '../modules/ModulePage.tsx';

interface Props {
  module: RegistryModule;
  path: string;
  title: string;
  loadingText?: string | undefined;
}

/** A page of a module, under its title. */
export function RoutePage({ module, path, title, loadingText }: Props) {
  useDocumentTitle(title);
  return <ModulePage module={module} path={path} loadingText={loadingText} />;
}
