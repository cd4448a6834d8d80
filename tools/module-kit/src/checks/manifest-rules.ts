import { fitsContract, isReservedPath, type ModuleManifest } from '@dps/contract';
import type { Violation } from './violation.ts';

function repeated(values: string[]): string[] {
  return [...new Set(values.filter((value, i) => values.indexOf(value) !== i))];
}

function widgetRules({ name, widgets }: ModuleManifest, lazySources: ReadonlySet<string>): Violation[] {
  return widgets.flatMap((widget) => {
    const found: Violation[] = [];
    if (!widget.name.startsWith(`${name}.`)) {
      const problem = `the name of the widget ${widget.name} does not start with the module's name`;
      found.push({ rule: 'widget-name', problem, advice: `Start its name with "${name}.".` });
    }
    if (!lazySources.has(widget.source)) {
      const problem = `module.json names ${widget.source} for ${widget.name}, but no source imports it lazily`;
      const advice = "Correct the path, or add the widget to src/module.ts: () => import('./…').";
      found.push({ rule: 'widget-source', problem, advice });
    }
    return found;
  });
}

function routeRules({ routes }: ModuleManifest, lazySources: ReadonlySet<string>): Violation[] {
  const twice = repeated(routes.map((route) => route.path)).map((path) => ({
    rule: 'unique-route',
    problem: `module.json lists the route ${path} twice`,
    advice: 'Remove one.',
  }));
  const missing = routes
    .filter((route) => !lazySources.has(route.page))
    .map(({ path, page }) => ({
      rule: 'route-page',
      problem: `module.json names ${page} for ${path}, but no source imports it lazily`,
      advice: "Correct the path, or add the route to src/module.ts: lazy: () => import('./…').",
    }));
  const reserved = routes
    .filter((route) => isReservedPath(route.path))
    .map(({ path }) => ({
      rule: 'reserved-route',
      problem: `module.json lists the route ${path}, but the gateway uses this path itself`,
      advice: 'Choose another path.',
    }));
  return [...twice, ...reserved, ...missing];
}

/**
 * The range may also include other versions. The release tool compares the types with those of the active shell releases.
 */
function contractRule({ contract }: ModuleManifest, version: string): Violation[] {
  if (fitsContract(version, contract)) return [];
  const problem = `module.json states the contract range ${contract}, but the module is built with ${version}`;
  const advice = `Include ${version} in the range: "^${version}", or "${contract} || ^${version}" if the module works with both.`;
  return [{ rule: 'contract-range', problem, advice }];
}

/**
 * Returns the violations in module.json: a wrong contract range, a reserved route, or pages and widgets that do not exist.
 *
 * @param contractVersion version of the installed contract
 * @param lazySources sources that the module loads lazily, relative to the package
 */
export function manifestRules(
  manifest: ModuleManifest,
  contractVersion: string,
  lazySources: ReadonlySet<string>,
): Violation[] {
  return [
    ...contractRule(manifest, contractVersion),
    ...routeRules(manifest, lazySources),
    ...widgetRules(manifest, lazySources),
  ];
}
