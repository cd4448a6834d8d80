import type { BuildFacts } from '../facts/build-facts.ts';
import { importPathOf, PROVIDED, type SharedEntry } from '../policy/shared-policy.ts';
import type { ConsumedPackage } from '../webpack/shared-module.ts';
import type { Violation } from './violation.ts';

function policyOf(policy: Record<string, SharedEntry>, name: string): SharedEntry | undefined {
  const request = importPathOf(name);
  const prefix = Object.keys(policy).find((key) => key.endsWith('/') && request.startsWith(key));
  return policy[request] ?? (prefix === undefined ? undefined : policy[prefix]);
}

function sharedRule(consumed: ConsumedPackage, policy: Record<string, SharedEntry>): Violation[] {
  const { name, requiredVersion, singleton, strictVersion } = consumed;
  const expected = policyOf(policy, name);
  if (expected && singleton && strictVersion && requiredVersion === expected.requiredVersion) return [];
  return [
    {
      rule: 'shared-policy',
      problem: `${importPathOf(name)} is shared as ${requiredVersion}${singleton ? '' : ', not as a singleton'}${strictVersion ? '' : ', without strictVersion'}`,
      advice: expected
        ? `Share it as a strict singleton of ${expected.requiredVersion}, as the configuration of @dps/module-kit does.`
        : 'The shared-dependency policy does not list this package. Bundle it.',
    },
  ];
}

function fallbackRule({ consumed, provided }: BuildFacts): Violation[] {
  const copies = [...consumed.filter(({ bundled }) => bundled).map(({ name }) => name), ...provided];
  return [...new Set(copies)].map((name) => ({
    rule: 'no-fallback-copy',
    problem: `the module contains its own copy of ${importPathOf(name)}`,
    advice:
      'Share it with import: false. If the release fails, its copy would stay in the page for all other modules.',
  }));
}

function availableRule({ consumed }: BuildFacts): Violation[] {
  return consumed
    .filter(({ name }) => !PROVIDED.includes(name))
    .map(({ name }) => ({
      rule: 'shared-available',
      problem: `the module shares ${name}, which the shell does not provide`,
      advice: `Use one of ${PROVIDED.map(importPathOf).join(', ')}, or first release a shell that provides ${name}.`,
    }));
}

/** Returns the violations in a module's shared packages: settings that differ from the policy, and fallback copies. */
export function sharedRules(facts: BuildFacts, policy: Record<string, SharedEntry>): Violation[] {
  return [
    ...fallbackRule(facts),
    ...facts.consumed.flatMap((consumed) => sharedRule(consumed, policy)),
    ...availableRule(facts),
  ];
}
