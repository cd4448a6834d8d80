import { integrityOf } from '../integrity.ts';
import type { ModuleBuild, ModuleRelease, Registry, ShellRelease } from '@dps/shared-contracts';

const tableOf = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [name, integrityOf(content)]));

/** File contents of the shell's releases. */
export const SHELL_FILES = {
  'assets/main.0a0a0a0a.js': 'start()',
  'assets/core.0b0b0b0b.js': 'core()',
  'assets/frame.0c0c0c0c.js': 'frame()',
};

/** File contents of a module's releases. */
export const moduleFiles = (name: string) => ({
  'assets/remoteEntry.1a1a1a1a.js': `entry('${name}')`,
  'assets/page.1b1b1b1b.js': `page('${name}')`,
});

export function shellRelease(version = '1.0.0'): ShellRelease {
  return {
    version,
    base: `/shell/${version}/`,
    main: ['assets/main.0a0a0a0a.js'],
    preload: ['assets/core.0b0b0b0b.js'],
    frame: ['assets/frame.0c0c0c0c.js'],
    files: tableOf(SHELL_FILES),
  };
}

export function moduleBuild(name: string, version = '1.0.0'): ModuleBuild {
  return {
    kind: 'module',
    name,
    title: `The ${name} module`,
    version,
    container: `mfe_${name}_${version.replaceAll('.', '_')}`,
    base: `/modules/${name}/${version}/`,
    entry: 'assets/remoteEntry.1a1a1a1a.js',
    files: tableOf(moduleFiles(name)),
    contract: '^1.0.0',
    routes: [
      { path: `/${name}`, title: `Page of ${name}`, access: 'user', chunks: ['assets/page.1b1b1b1b.js'] },
    ],
    navigation: [],
    widgets: [],
  };
}

/** Returns a registry in which every module has one release. */
export function registryOf(names: string[], revision = 1): Registry {
  return {
    revision,
    shell: shellRelease(),
    modules: names.map((name) => {
      const { kind: _kind, name: _name, title, ...release } = moduleBuild(name);
      const releases: Record<string, ModuleRelease> = { [release.version]: release };
      return { name, title, stable: release.version, releases };
    }),
  };
}
