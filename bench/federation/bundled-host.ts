import path from 'node:path';
import type { ModulePackage } from '@dps/federation/package-context';
import { containerName } from '@dps/federation/container-name';

/**
 * What stands in the bundle in place of the shell's federation host: the same functions, with the modules imported rather
 * than loaded. Their pages stay behind the `import()` that they are behind anyway.
 *
 * @returns the text of a source
 */
export function bundledHost(modules: readonly ModulePackage[]): string {
  const imports = modules.map(
    ({ dir }, i) => `import module${i} from ${JSON.stringify(path.join(dir, 'src/module.ts'))};`,
  );
  const entries = modules.map(
    ({ name, version }, i) => `  ${JSON.stringify(containerName(name, version))}: module${i},`,
  );
  return `${imports.join('\n')}
const definitions = {
${entries.join('\n')}
};
export function startFederation() {}
export async function loadDefinition({ container }) {
  if (!definitions[container]) throw new Error('The bundle has no ' + container);
  return definitions[container];
}
`;
}
