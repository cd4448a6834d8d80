import type { ModuleNavigation, ModuleRelease, Registry, RegistryModule } from '@dps/contract';

/** A module with the given details in its one release. */
export function aModule(name: string, facts: Partial<ModuleRelease> = {}): RegistryModule {
  const release: ModuleRelease = {
    version: '1.0.0',
    container: `mfe_${name}_1_0_0`,
    base: `/modules/${name}/1.0.0/`,
    entry: 'assets/remoteEntry.js',
    files: {},
    contract: '^1.0.0',
    routes: [],
    navigation: [],
    widgets: [],
    ...facts,
  };
  return { name, title: name, stable: release.version, releases: { [release.version]: release } };
}

export function aLink(path: string, label: string, facts: Partial<ModuleNavigation> = {}): ModuleNavigation {
  return { path, label, order: 10, icon: 'M0 0h24v24H0z', labels: undefined, ...facts };
}

export function aRegistry(...modules: RegistryModule[]): Registry {
  return {
    revision: 1,
    shell: { version: '1.0.0', base: '/shell/1.0.0/', main: [], preload: [], files: {} },
    modules,
  };
}
