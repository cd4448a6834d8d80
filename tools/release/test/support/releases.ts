import { integrityOf } from '@dps/release-store/integrity';
import type {
  ModuleBuild,
  ModuleRelease,
  Registry,
  RegistryModule,
  ShellBuild,
  ShellRelease,
} from '@dps/shared-contracts';

/** File contents of a release. */
export const filesOf = (title: string): Record<string, string> => ({
  'assets/entry.0a0a.js': `entry of ${title}`,
  'assets/page.0b0b.js': `page of ${title}`,
});

const tableOf = (title: string): Record<string, string> =>
  Object.fromEntries(Object.entries(filesOf(title)).map(([name, content]) => [name, integrityOf(content)]));

export function shellRelease(version = '1.0.0', contract = version): ShellRelease {
  return {
    version,
    contract,
    base: `/shell/${version}/`,
    main: ['assets/entry.0a0a.js'],
    preload: [],
    files: tableOf(`shell ${version}`),
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
    entry: 'assets/entry.0a0a.js',
    files: tableOf(`${name} ${version}`),
    contract,
    routes: [{ path: `/${name}`, title: name, access: 'user', chunks: ['assets/page.0b0b.js'] }],
    navigation: [],
    widgets: [],
  };
}

/** Returns a module whose first version is stable, with overrides. */
export function registryModule(
  name: string,
  versions: readonly string[],
  given: Partial<RegistryModule> = {},
): RegistryModule {
  const releases = versions.map((version): [string, ModuleRelease] => {
    const { kind: _kind, name: _name, title: _title, ...release } = moduleBuild(name, version);
    return [version, release];
  });
  const [stable = ''] = versions;
  return { name, title: `The ${name} module`, stable, releases: Object.fromEntries(releases), ...given };
}

export function registryOf(...modules: RegistryModule[]): Registry {
  return { revision: 7, shell: shellRelease(), modules };
}
