import { copyFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readFileSync, existsSync } from 'node:fs';
import { RELEASE_FILE } from '@dps/release/store/release-store';
import type { Compilation } from 'webpack';
import { parseSync, type ExportSpecifier } from '@swc/core';
import { CONTRACT_FILE } from './contract-types/contract-file.ts';
import { contractUse } from './contract-types/contract-use.ts';
import { contractDeclarations } from './contract-types/declarations.ts';
import { buildFacts, type BuildFacts } from './facts/build-facts.ts';
import { federationFacts } from './facts/federation-manifest.ts';
import { moduleViolations, shellViolations } from './checks/check-release.ts';
import { sizeRules } from './checks/size-rules.ts';
import { sourceSizes } from './facts/source-sizes.ts';
import { refuseBuild, type Violation } from './checks/violation.ts';
import { precompress } from './release/compress.ts';
import { contractVersions } from './contract-versions.ts';
import { readPackage, type FrontendPackage } from './package-context.ts';
import { moduleRelease, shellRelease } from './release/release-files.ts';
import { integrityOfFiles, listFiles } from './release/release-folder.ts';
import { writeOutlines } from './release/render-outlines.ts';
import { kib } from './release/release-sizes.ts';
import { firstPackages, lazySources } from './release/release-plan.ts';
import { packagePolicy } from './policy/package-policy.ts';
import { compile } from './webpack/compile.ts';
import { webpackConfig } from './webpack/webpack-config.ts';
import { KIT } from './policy/shared-policy.ts';
import { runTypeScript } from './contract-types/typescript.ts';

/**
 * Checks the types of a package with its `tsconfig.json`. The bundler only removes them.
 *
 * @returns one violation with all type errors, or one if there is no `tsconfig.json`
 */
export async function typeRules(dir: string): Promise<Violation[]> {
  if (!existsSync(path.join(dir, 'tsconfig.json')))
    return [
      { rule: 'types', problem: 'there is no tsconfig.json', advice: 'Add one, so that types are checked.' },
    ];
  const errors = (await runTypeScript(dir, '--noEmit')).trimEnd();
  if (errors === '') return [];
  const problem = `the sources have type errors:\n      ${errors.replaceAll('\n', '\n      ')}`;
  return [{ rule: 'types', problem, advice: 'Correct them, then build again.' }];
}

function exportedName(specifier: ExportSpecifier): string[] {
  if (specifier.type !== 'ExportSpecifier' || specifier.isTypeOnly) return [];
  return [(specifier.exported ?? specifier.orig).value];
}

/** Returns the names of the values that a source exports: `Button` for `export { default as Button } from …`. */
function exportedNames(source: string): string[] {
  const { body } = parseSync(source, { syntax: 'typescript', tsx: true });
  return body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' ? statement.specifiers.flatMap(exportedName) : [],
  );
}

/** Returns the components that the kit exports, each with its entry: `Button` with `@dps/ui`. */
function kitParts(): Map<string, string> {
  const parts = new Map<string, string>();
  for (const entry of [KIT, `${KIT}/data`]) {
    const source = readFileSync(new URL(import.meta.resolve(entry)), 'utf8');
    for (const name of exportedNames(source)) parts.set(name, entry);
  }
  return parts;
}

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
  else await writeOutlines(dir, out);
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
