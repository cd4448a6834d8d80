import { DOCUMENT_FORMAT, type ModuleBuild, type ShellBuild } from '@dps/contract';
import type { Compilation } from 'webpack';
import { BuildFailure } from '../build-failure.ts';
import { contractVersions } from '../contract-versions.ts';
import { releaseBase } from '../policy/container-name.ts';
import type { ModulePackage, ShellPackage } from '../package-context.ts';
import { describeModule } from './describe-module.ts';
import { pageFiles, shellFiles } from './release-plan.ts';

/** Returns the content of the shell's `release.json`. */
export function shellRelease(
  { dir, version }: ShellPackage,
  compilation: Compilation,
  files: Record<string, string>,
): ShellBuild {
  const { contract } = contractVersions();
  const base = releaseBase('shell', version);
  return {
    kind: 'shell',
    version,
    documentFormat: DOCUMENT_FORMAT,
    contract,
    base,
    ...shellFiles(compilation, dir),
    files,
  };
}

/** Returns the content of a module's `release.json`. */
export function moduleRelease(
  { dir, version, manifest }: ModulePackage,
  compilation: Compilation,
  files: Record<string, string>,
): ModuleBuild {
  const entry = Object.keys(files).find((file) => /^assets\/remoteEntry\.\w+\.js$/.test(file));
  if (entry === undefined)
    throw new BuildFailure(`${manifest.name} has no remote entry`, 'Check the assets folder of the build.');
  const ofPage = (page: string) => pageFiles(compilation, dir, page);
  return describeModule({ manifest, version, entry, files, pageFiles: ofPage });
}
