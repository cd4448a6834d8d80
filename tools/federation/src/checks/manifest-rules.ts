import { fitsContract, type ModuleManifest } from '@dps/shared-contracts';
import type { Violation } from './violation.ts';

function repeated(values: string[]): string[] {
  return [...new Set(values.filter((value, i) => values.indexOf(value) !== i))];
}

function widgetRules({ name, widgets }: ModuleManifest, lazySources: ReadonlySet<string>): Violation[] {
  return widgets.flatMap((widget) => {
    const found: Violation[] = [];
    if (!widget.name.startsWith(`${name}.`)) {
      const problem = `the widget ${widget.name} carries another module's name`;
      found.push({ rule: 'widget-name', problem, advice: `Begin its name with "${name}.".` });
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
    advice: 'Keep one.',
  }));
  const missing = routes
    .filter((route) => !lazySources.has(route.page))
    .map(({ path, page }) => ({
      rule: 'route-page',
      problem: `module.json names ${page} for ${path}, but no source imports it lazily`,
      advice: "Correct the path, or add the route to src/module.ts: lazy: () => import('./…').",
    }));
  return [...twice, ...missing];
}

/**
 * The range may reach further than the build: whether an older or a newer contract really has what the module uses is
 * seen by types, against the shells that are out, when it is published.
 */
function contractRule({ contract }: ModuleManifest, version: string): Violation[] {
  if (fitsContract(version, contract)) return [];
  const problem = `module.json says that it works with contract ${contract}, and it is built with ${version}`;
  const advice = `Write a range that has ${version} in it: "^${version}", or "${contract} || ^${version}" if it works with both.`;
  return [{ rule: 'contract-range', problem, advice }];
}

/**
 * What a module says of itself in module.json: a contract that it is built with, and pages and widgets that exist.
 *
 * @param contractVersion version of the contract that it is built with
 * @param lazySources sources that the module loads lazily, below the package
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
