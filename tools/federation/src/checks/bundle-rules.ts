import type { BuildFacts } from '../facts/build-facts.ts';
import { CONTRACT, isContractEntry, KIT } from '../policy/shared-policy.ts';
import type { Violation } from './violation.ts';

/** Packages of which a page must hold one copy, and the entry through which a module gets it. */
const ONE_COPY: Readonly<Record<string, string>> = {
  react: 'react',
  'react-dom': 'react-dom',
  scheduler: 'react-dom',
  'react-redux': `${CONTRACT}/client`,
  redux: `${CONTRACT}/client`,
  '@reduxjs/toolkit': `${CONTRACT}/client`,
  '@emotion/react': '@emotion/react',
  'react-router': `${KIT}/router`,
  'react-router-dom': `${KIT}/router`,
  notistack: `${KIT}/toast`,
};

/** Packages that no module may bring, and what takes their place. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  moment: 'Use Intl and Date.',
  lodash: 'Use the language itself.',
  axios: `Inject endpoints with moduleEndpoints of ${CONTRACT}/client.`,
  jquery: 'Use React.',
  'styled-components': `Use the sx property of the parts in ${KIT}.`,
};

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

function kitRules({ imports }: BuildFacts, kitParts: ReadonlyMap<string, string>): Violation[] {
  return imports.flatMap(({ file, request }) => {
    if (request === '@mui/material') {
      const advice = `Import from ${KIT}, or a part that it lacks from @mui/material/<Part>.`;
      return [{ rule: 'kit-first', problem: `${file} imports all of @mui/material`, advice }];
    }
    const part = /^@mui\/material\/(\w+)$/.exec(request)?.[1];
    const entry = part === undefined ? undefined : kitParts.get(part);
    if (entry === undefined) return [];
    const problem = `${file} imports ${request}, which the kit offers`;
    return [{ rule: 'kit-first', problem, advice: `import { ${part} } from '${entry}'` }];
  });
}

function boundaryRule({ imports }: BuildFacts): Violation[] {
  return imports
    .filter(({ request }) => request.startsWith('@dps/') && !isContractEntry(request))
    .map(({ file, request }) => ({
      rule: 'module-boundary',
      problem: `${file} imports ${request}`,
      advice: `A module imports ${CONTRACT}, ${KIT} and no other package of the product; show another module's screen with <Widget>.`,
    }));
}

/**
 * What a module bundles: no second copy of what a page holds once, nothing that the kit offers, nothing of another
 * package of the product.
 *
 * @param kitParts interface parts that the kit offers, each with the entry that has it
 */
export function bundleRules(facts: BuildFacts, kitParts: ReadonlyMap<string, string>): Violation[] {
  return [...copyRules(facts), ...kitRules(facts, kitParts), ...boundaryRule(facts)];
}
