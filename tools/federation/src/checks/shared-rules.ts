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
  const wanted = policyOf(policy, name);
  if (wanted && singleton && strictVersion && requiredVersion === wanted.requiredVersion) return [];
  return [
    {
      rule: 'shared-policy',
      problem: `${importPathOf(name)} is taken from the page as ${requiredVersion}${singleton ? '' : ', not as a singleton'}${strictVersion ? '' : ', without strictVersion'}`,
      advice: wanted
        ? `Share it as a strict singleton of ${wanted.requiredVersion}, which is what the factory of @dps/federation does.`
        : 'Only what the shared-dependency policy lists is shared; bundle it instead.',
    },
  ];
}

function broughtRule({ consumed, provided }: BuildFacts): Violation[] {
  const brought = [...consumed.filter(({ bundled }) => bundled).map(({ name }) => name), ...provided];
  return [...new Set(brought)].map((name) => ({
    rule: 'no-fallback-copy',
    problem: `the module brings its own copy of ${importPathOf(name)}`,
    advice:
      'Share it with import: false. A copy of a release that fails would stay in the page for all others.',
  }));
}

function availableRule({ consumed }: BuildFacts): Violation[] {
  return consumed
    .filter(({ name }) => !PROVIDED.includes(name))
    .map(({ name }) => ({
      rule: 'shared-available',
      problem: `the module takes ${name} from the page, and the shell does not provide it`,
      advice: `Use one of ${PROVIDED.map(importPathOf).join(', ')}, or have the shell provide ${name} in a release before this one.`,
    }));
}

/** What a module takes from the page: only what the policy lists, as it says, and never with a copy of its own. */
export function sharedRules(facts: BuildFacts, policy: Record<string, SharedEntry>): Violation[] {
  return [
    ...broughtRule(facts),
    ...facts.consumed.flatMap((consumed) => sharedRule(consumed, policy)),
    ...availableRule(facts),
  ];
}
