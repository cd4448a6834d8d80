import { integrityOf } from '../integrity.ts';
import type {
  ModuleBuild,
  ModuleRelease,
  Registry,
  RegistryModule,
  ShellBuild,
  ShellRelease,
} from '@dps/contract';

const tableOf = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [name, integrityOf(content)]));

/** File contents of the shell's releases. */
export const SHELL_FILES = {
  'assets/main.0a0a0a0a.js': 'start()',
  'assets/core.0b0b0b0b.js': 'core()',
  'assets/frame.0c0c0c0c.js': 'frame()',
};

/** File contents of a module's release. */
export const moduleFiles = (name: string, version = '1.0.0') => ({
  'assets/remoteEntry.1a1a1a1a.js': `entry('${name} ${version}')`,
  'assets/page.1b1b1b1b.js': `page('${name} ${version}')`,
});

export function shellRelease(version = '1.0.0', contract = version): ShellRelease {
  return {
    version,
    contract,
    base: `/shell/${version}/`,
    main: ['assets/main.0a0a0a0a.js'],
    preload: ['assets/core.0b0b0b0b.js'],
    frame: ['assets/frame.0c0c0c0c.js'],
    files: tableOf(SHELL_FILES),
  };
}

export const shellBuild = (version = '1.0.0', contract = version): ShellBuild => ({
  kind: 'shell',
  ...shellRelease(version, contract),
});

export function moduleBuild(name: string, version = '1.0.0', contract = '^1.0.0'): ModuleBuild {
  return {
    kind: 'module',
    name,
    title: `The ${name} module`,
    version,
    container: `mfe_${name}_${version.replaceAll('.', '_')}`,
    base: `/modules/${name}/${version}/`,
    entry: 'assets/remoteEntry.1a1a1a1a.js',
    files: tableOf(moduleFiles(name, version)),
    contract,
    routes: [
      { path: `/${name}`, title: `Page of ${name}`, access: 'user', chunks: ['assets/page.1b1b1b1b.js'] },
    ],
    navigation: [],
    widgets: [],
  };
}

/** Returns a module whose first version is stable, with overrides. */
export function registryModule(
  name: string,
  versions: readonly string[] = ['1.0.0'],
  given: Partial<RegistryModule> = {},
): RegistryModule {
  const releases = versions.map((version): [string, ModuleRelease] => {
    const { kind: _kind, name: _name, title: _title, ...release } = moduleBuild(name, version);
    return [version, release];
  });
  const [stable = ''] = versions;
  const { title } = moduleBuild(name);
  return { name, title, stable, releases: Object.fromEntries(releases), ...given };
}

/** Returns a registry with the shell 1.0.0. A module that is given by its name has the release 1.0.0. */
export function registryOf(modules: readonly (string | RegistryModule)[], revision = 1): Registry {
  return {
    revision,
    shell: shellRelease(),
    modules: modules.map((each) => (typeof each === 'string' ? registryModule(each) : each)),
  };
}

/** Accepts a registry without a look at its signatures. */
export const acceptAll = (registry: Registry) => ({ registry, problems: [], isIncomplete: false });
