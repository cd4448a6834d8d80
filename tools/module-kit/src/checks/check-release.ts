import type { ModuleManifest } from '@dps/contract';
import type { BuildFacts } from '../facts/build-facts.ts';
import { containerName } from '../policy/container-name.ts';
import { importPathOf, PROVIDED, type SharedEntry } from '../policy/shared-policy.ts';
import { bundleRules } from './bundle-rules.ts';
import { manifestRules } from './manifest-rules.ts';
import type { Violation } from './violation.ts';
import type { ConsumedPackage } from '../webpack/shared-module.ts';

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
function sharedRules(facts: BuildFacts, policy: Record<string, SharedEntry>): Violation[] {
  return [
    ...fallbackRule(facts),
    ...facts.consumed.flatMap((consumed) => sharedRule(consumed, policy)),
    ...availableRule(facts),
  ];
}

/** The part of `mf-manifest.json` that the rules need. */
export interface FederationManifest {
  name: string;
  exposes: string[];
}

interface Checked {
  version: string;
  facts: BuildFacts;
  policy: Record<string, SharedEntry>;
  federation: FederationManifest;
}

export interface CheckedModule extends Checked {
  manifest: ModuleManifest;
  contractVersion: string;
  /** Components that the kit exports, each with its entry. */
  kitParts: ReadonlyMap<string, string>;
  /** Sources that the module loads lazily, relative to the package. */
  lazySources: ReadonlySet<string>;
}

export interface CheckedShell extends Checked {
  /** Packages in the first load of every screen. */
  firstPackages: readonly string[];
}

/** Packages that must not be in the first load, and how to defer them. */
const DEFERRED: Readonly<Record<string, string>> = {
  yup: 'Write a type guard, or load the schema with an import().',
  notistack: 'Load it with an import() when the first toast appears.',
};

function containerRule({ version, federation }: Checked, name: string): Violation[] {
  const expected = containerName(name, version);
  if (federation.name === expected) return [];
  return [
    {
      rule: 'container-name',
      problem: `the federation container is named ${federation.name}`,
      advice: `Name it ${expected}: two releases in one page need different names.`,
    },
  ];
}

function exposeRule({ federation }: CheckedModule): Violation[] {
  if (federation.exposes.includes('./module')) return [];
  const advice = 'Expose src/module.ts, the result of defineModule.';
  return [{ rule: 'exposed-module', problem: 'the container does not expose ./module', advice }];
}

/** Returns the violations of a module's build, except those of the size budget. */
export function moduleViolations(module: CheckedModule): Violation[] {
  const { manifest, contractVersion, facts, policy, kitParts, lazySources } = module;
  return [
    ...containerRule(module, manifest.name),
    ...exposeRule(module),
    ...sharedRules(facts, policy),
    ...bundleRules(facts, kitParts),
    ...manifestRules(manifest, contractVersion, lazySources),
  ];
}

/** Returns the violations of the shell's build, except those of the size budget. */
export function shellViolations(shell: CheckedShell): Violation[] {
  const missing = PROVIDED.filter((name) => !shell.facts.provided.includes(name));
  return [
    ...containerRule(shell, 'shell'),
    ...missing.map((name) => ({
      rule: 'shell-provides',
      problem: `no source of the shell imports ${importPathOf(name)}, so no module can use it`,
      advice: 'Import it in src/index.ts with an import(), which need not run.',
    })),
    ...shell.firstPackages.flatMap((name) => {
      const advice = DEFERRED[name];
      return advice === undefined
        ? []
        : [{ rule: 'first-load', problem: `${name} is in the first load of every screen`, advice }];
    }),
  ];
}
