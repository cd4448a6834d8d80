import type { ModuleManifest } from '@dps/shared-contracts';
import type { BuildFacts } from '../facts/build-facts.ts';
import { containerName } from '../policy/container-name.ts';
import type { ConsumedPackage } from '../webpack/shared-module.ts';
import { CONTRACT, PROVIDED, acceptedRange, type SharedEntry } from '../policy/shared-policy.ts';

/** A rule that a build breaks. */
export interface Violation {
  rule: string;
  /** What is wrong, naming the package or the file. */
  problem: string;
  /** What to do about it. */
  advice: string;
}

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

/** Packages of which a page must hold one copy, and the entry through which a module gets it. */
const ONE_COPY: Readonly<Record<string, string>> = {
  react: 'react',
  'react-dom': 'react-dom',
  scheduler: 'react-dom',
  'react-redux': `${CONTRACT}/client`,
  redux: `${CONTRACT}/client`,
  '@reduxjs/toolkit': `${CONTRACT}/client`,
  '@emotion/react': '@emotion/react',
  'react-router': `${CONTRACT}/ui/router`,
  'react-router-dom': `${CONTRACT}/ui/router`,
  notistack: `${CONTRACT}/ui/toast`,
};

/** Packages that no module may bring, and what takes their place. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  moment: 'Use Intl and Date.',
  lodash: 'Use the language itself.',
  axios: `Inject endpoints with moduleEndpoints of ${CONTRACT}/client.`,
  jquery: 'Use React.',
  'styled-components': `Use the sx property of the parts in ${CONTRACT}/ui.`,
};

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

function policyOf(policy: Record<string, SharedEntry>, name: string): SharedEntry | undefined {
  const prefix = Object.keys(policy).find((key) => key.endsWith('/') && name.startsWith(key));
  return policy[name] ?? (prefix === undefined ? undefined : policy[prefix]);
}

function sharedRule(consumed: ConsumedPackage, policy: Record<string, SharedEntry>): Violation[] {
  const { name, requiredVersion, singleton, strictVersion } = consumed;
  const wanted = policyOf(policy, name);
  if (wanted && singleton && strictVersion && requiredVersion === wanted.requiredVersion) return [];
  return [
    {
      rule: 'shared-policy',
      problem: `${name} is taken from the page as ${requiredVersion}${singleton ? '' : ', not as a singleton'}${strictVersion ? '' : ', without strictVersion'}`,
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
    problem: `the module brings its own copy of ${name}`,
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
      advice: `Use one of ${PROVIDED.join(', ')}, or have the shell provide ${name} in a release before this one.`,
    }));
}

function copyRules({ bundled }: BuildFacts): Violation[] {
  return bundled.flatMap(({ name, broughtBy }) => {
    const source = ONE_COPY[name];
    if (source !== undefined) {
      const problem = `${name} is bundled, brought in by ${broughtBy}`;
      return [{ rule: 'one-copy', problem, advice: `Import it from ${source}: a page holds one copy.` }];
    }
    const instead = FORBIDDEN[name];
    if (instead === undefined) return [];
    return [
      {
        rule: 'forbidden-package',
        problem: `${name} is bundled, brought in by ${broughtBy}`,
        advice: instead,
      },
    ];
  });
}

function kitRules({ facts, kitParts }: CheckedModule): Violation[] {
  return facts.imports.flatMap(({ file, request }) => {
    if (request === '@mui/material') {
      const advice = `Import from ${CONTRACT}/ui, or a part that it lacks from @mui/material/<Part>.`;
      return [{ rule: 'kit-first', problem: `${file} imports all of @mui/material`, advice }];
    }
    const part = /^@mui\/material\/(\w+)$/.exec(request)?.[1];
    const entry = part === undefined ? undefined : kitParts.get(part);
    if (entry === undefined) return [];
    const problem = `${file} imports ${request}, which the kit offers`;
    return [{ rule: 'kit-first', problem, advice: `import { ${part} } from '${entry}'` }];
  });
}

function boundaryRule({ facts }: CheckedModule): Violation[] {
  return facts.imports
    .filter(({ request }) => /^@dps\/(?!shared-contracts(\/|$))/.test(request))
    .map(({ file, request }) => ({
      rule: 'module-boundary',
      problem: `${file} imports ${request}`,
      advice: `A module imports ${CONTRACT} and no other package of the product; show another module's screen with <Widget>.`,
    }));
}

function repeated(values: string[]): string[] {
  return [...new Set(values.filter((value, i) => values.indexOf(value) !== i))];
}

function factRules({ manifest, contractVersion, lazySources, federation }: CheckedModule): Violation[] {
  const { name, routes, widgets, contract } = manifest;
  const found: Violation[] = [];
  const add = (rule: string, problem: string, advice: string) => found.push({ rule, problem, advice });
  if (!federation.exposes.includes('./module')) {
    add(
      'exposed-module',
      'the container does not expose ./module',
      'Expose src/module.ts, the result of defineModule.',
    );
  }
  if (contract !== acceptedRange(contractVersion)) {
    const advice = `Write "${acceptedRange(contractVersion)}", the contract that it is built with.`;
    add('contract-range', `module.json says that it needs contract ${contract}`, advice);
  }
  for (const path of repeated(routes.map((route) => route.path))) {
    add('unique-route', `module.json lists the route ${path} twice`, 'Keep one.');
  }
  for (const widget of widgets) {
    if (!widget.name.startsWith(`${name}.`)) {
      add('widget-name', `the widget ${widget.name} carries another name`, `Begin its name with "${name}.".`);
    }
    if (!lazySources.has(widget.source)) {
      const problem = `module.json names ${widget.source} for ${widget.name}, but no source imports it lazily`;
      add('widget-source', problem, "Correct the path, or add it to src/module.ts: () => import('./…').");
    }
  }
  return found;
}

/** What is wrong with the build of a module; nothing when it may be released. */
export function moduleViolations(module: CheckedModule): Violation[] {
  return [
    ...containerRule(module, module.manifest.name),
    ...broughtRule(module.facts),
    ...module.facts.consumed.flatMap((consumed) => sharedRule(consumed, module.policy)),
    ...availableRule(module.facts),
    ...copyRules(module.facts),
    ...kitRules(module),
    ...boundaryRule(module),
    ...factRules(module),
  ];
}

/** What is wrong with the build of the shell; nothing when it may be released. */
export function shellViolations(shell: CheckedShell): Violation[] {
  const missing = PROVIDED.filter((name) => !shell.facts.provided.includes(name));
  return [
    ...containerRule(shell, 'shell'),
    ...missing.map((name) => ({
      rule: 'shell-provides',
      problem: `nothing in the shell refers to ${name}, so no module can have it`,
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
