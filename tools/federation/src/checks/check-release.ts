import type { ModuleManifest } from '@dps/shared-contracts';
import type { BuildFacts } from '../facts/build-facts.ts';
import { containerName } from '../policy/container-name.ts';
import { importPathOf, PROVIDED, type SharedEntry } from '../policy/shared-policy.ts';
import { bundleRules } from './bundle-rules.ts';
import { manifestRules } from './manifest-rules.ts';
import { sharedRules } from './shared-rules.ts';
import type { Violation } from './violation.ts';

/** What a module's files say about themselves: the part of `mf-manifest.json` that the checks read. */
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
  /** Interface parts that the kit offers, each with the entry that has it. */
  kitParts: ReadonlyMap<string, string>;
  /** Sources that the module loads lazily, below the package. */
  lazySources: ReadonlySet<string>;
}

export interface CheckedShell extends Checked {
  /** Packages whose code is in the files that every screen needs first. */
  firstPackages: readonly string[];
}

/** Packages that a screen can wait for. */
const NOT_FIRST: Readonly<Record<string, string>> = {
  yup: 'Guard by hand, or parse behind an import().',
  notistack: 'Mount it with the first toast, behind an import().',
};

function containerRule({ version, federation }: Checked, name: string): Violation[] {
  const expected = containerName(name, version);
  if (federation.name === expected) return [];
  return [
    {
      rule: 'container-name',
      problem: `the federation container is named ${federation.name}`,
      advice: `Name it ${expected}: without the version two releases cannot live in one page.`,
    },
  ];
}

function exposeRule({ federation }: CheckedModule): Violation[] {
  if (federation.exposes.includes('./module')) return [];
  const advice = 'Expose src/module.ts, the result of defineModule.';
  return [{ rule: 'exposed-module', problem: 'the container does not expose ./module', advice }];
}

/** What is wrong with the build of a module; nothing when it may be released. */
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

/** What is wrong with the build of the shell; nothing when it may be released. */
export function shellViolations(shell: CheckedShell): Violation[] {
  const missing = PROVIDED.filter((name) => !shell.facts.provided.includes(name));
  return [
    ...containerRule(shell, 'shell'),
    ...missing.map((name) => ({
      rule: 'shell-provides',
      problem: `nothing in the shell refers to ${importPathOf(name)}, so no module can have it`,
      advice: 'Refer to it in src/index.ts, behind an import() that need not run.',
    })),
    ...shell.firstPackages.flatMap((name) => {
      const advice = NOT_FIRST[name];
      return advice === undefined
        ? []
        : [{ rule: 'first-load', problem: `${name} is in the files that every screen needs first`, advice }];
    }),
  ];
}
