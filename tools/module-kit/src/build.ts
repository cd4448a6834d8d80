import { copyFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RELEASE_FILE } from '@dps/release-store/release-store';
import type { Compilation } from 'webpack';
import { CONTRACT_FILE } from './contract-types/contract-file.ts';
import { contractUse } from './contract-types/contract-use.ts';
import { contractDeclarations } from './contract-types/declarations.ts';
import { buildFacts, type BuildFacts } from './facts/build-facts.ts';
import { federationFacts } from './facts/federation-manifest.ts';
import { sourceSizes } from './facts/source-sizes.ts';
import { moduleViolations, shellViolations } from './checks/check-release.ts';
import { sizeRules } from './checks/size-rules.ts';
import { typeRules } from './checks/type-rules.ts';
import { refuseBuild, type Violation } from './checks/violation.ts';
import { compile } from './webpack/compile.ts';
import { precompress } from './release/compress.ts';
import { contractVersions } from './contract-versions.ts';
import { kitParts } from './kit-parts.ts';
import { readPackage, type FrontendPackage } from './package-context.ts';
import { moduleRelease, shellRelease } from './release/release-files.ts';
import { integrityOfFiles, listFiles } from './release/release-folder.ts';
import { kib } from './release/release-sizes.ts';
import { firstPackages, lazySources } from './release/release-plan.ts';
import { packagePolicy } from './policy/package-policy.ts';
import { webpackConfig } from './webpack/webpack-config.ts';

function violations(
  pkg: FrontendPackage,
  compilation: Compilation,
  facts: BuildFacts,
  out: string,
): Violation[] {
  const { name, exposes } = federationFacts(out);
  const checked = {
    version: pkg.version,
    facts,
    policy: packagePolicy(pkg),
    federation: { name, exposes: exposes.map((exposed) => exposed.path) },
  };
  if (pkg.role === 'shell')
    return shellViolations({ ...checked, firstPackages: firstPackages(compilation, pkg.dir) });
  return moduleViolations({
    ...checked,
    manifest: pkg.manifest,
    contractVersion: contractVersions().contract,
    kitParts: kitParts(),
    lazySources: lazySources(compilation, pkg.dir),
  });
}

/**
 * Builds the package at `dir` into `dist`. If the build passes all rules, the last file is `release.json`. The README
 * lists the other files.
 *
 * @returns a summary of the build, one line
 * @throws BuildFailure with advice for the developer
 */
export async function build(dir: string): Promise<string> {
  const started = performance.now();
  const pkg = readPackage(dir);
  const title = `${pkg.packageName} ${pkg.version}`;
  const out = path.join(dir, 'dist');
  // webpack keeps an existing file with the same hashed name even if its content was changed.
  await rm(out, { recursive: true, force: true });
  const [compilation, declarations, typeErrors] = await Promise.all([
    compile(webpackConfig(pkg, out)),
    contractDeclarations(),
    typeRules(dir),
  ]);
  const facts = buildFacts(compilation, dir);
  await rm(path.join(out, 'mf-stats.json'), { force: true });
  if (pkg.role === 'module') await copyFile(path.join(dir, 'module.json'), path.join(out, 'module.json'));
  const found = [...typeErrors, ...violations(pkg, compilation, facts, out)];
  if (found.length > 0) throw refuseBuild(title, found);

  const contract = {
    ...declarations,
    ...contractUse(
      pkg,
      facts.imports.map(({ file }) => file),
    ),
  };
  await writeFile(path.join(out, CONTRACT_FILE), JSON.stringify(contract));
  const files = await integrityOfFiles(out);
  const release =
    pkg.role === 'shell' ? shellRelease(pkg, compilation, files) : moduleRelease(pkg, compilation, files);
  const served = (await listFiles(out)).filter((file) => file !== CONTRACT_FILE);
  const bytesOf = await precompress(out, served);
  const tooLarge = sizeRules({
    release,
    stated: pkg.role === 'module' ? pkg.manifest.budget : undefined,
    bytesOf,
    sourcesOf: (group) => sourceSizes(compilation, dir, group),
  });
  if (tooLarge.length > 0) throw refuseBuild(title, tooLarge);
  await writeFile(path.join(out, RELEASE_FILE), `${JSON.stringify(release, null, 2)}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const bytes = [...bytesOf.values()].reduce((sum, size) => sum + size, 0);
  return `${title}: ${Object.keys(files).length} files, ${kib(bytes)} compressed, ${seconds} s`;
}
