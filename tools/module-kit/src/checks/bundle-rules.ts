import type { BuildFacts } from '../facts/build-facts.ts';
import { CONTRACT, isBelow, isContractEntry, KIT } from '../policy/shared-policy.ts';
import type { Violation } from './violation.ts';

/** Packages that a page must contain only once, and the entries that provide them. */
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

/** Packages that modules must not bundle, and their replacements. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  moment: 'Use Intl and Date.',
  lodash: 'Use the language itself.',
  axios: `Inject endpoints with moduleEndpoints of ${CONTRACT}/client.`,
  jquery: 'Use React.',
  'styled-components': `Use the sx property of the parts in ${KIT}.`,
};

/** Libraries of the product that a module may bundle: they have no state, and nothing on the page depends on their version. */
const LIBRARIES: readonly string[] = ['@dps/flight-logs'];

function copyRules({ bundled }: BuildFacts): Violation[] {
  return bundled.flatMap(({ name, importedBy }) => {
    const source = ONE_COPY[name];
    if (source !== undefined) {
      const problem = `${name} is bundled, imported by ${importedBy}`;
      return [{ rule: 'one-copy', problem, advice: `Import it from ${source}: a page contains one copy.` }];
    }
    const instead = FORBIDDEN[name];
    if (instead === undefined) return [];
    return [
      {
        rule: 'forbidden-package',
        problem: `${name} is bundled, imported by ${importedBy}`,
        advice: instead,
      },
    ];
  });
}

function kitRules({ imports }: BuildFacts, kitParts: ReadonlyMap<string, string>): Violation[] {
  return imports.flatMap(({ file, request }) => {
    if (request === '@mui/material') {
      const advice = `Import from ${KIT}. Import a part that it does not export from @mui/material/<Part>.`;
      return [{ rule: 'kit-first', problem: `${file} imports all of @mui/material`, advice }];
    }
    const part = /^@mui\/material\/(\w+)$/.exec(request)?.[1];
    const entry = part === undefined ? undefined : kitParts.get(part);
    if (entry === undefined) return [];
    const problem = `${file} imports ${request}, which the kit exports`;
    return [{ rule: 'kit-first', problem, advice: `import { ${part} } from '${entry}'` }];
  });
}

function boundaryRule({ imports }: BuildFacts): Violation[] {
  return imports
    .filter(
      ({ request }) =>
        request.startsWith('@dps/') &&
        !isContractEntry(request) &&
        !LIBRARIES.some((library) => isBelow(request, library)),
    )
    .map(({ file, request }) => ({
      rule: 'module-boundary',
      problem: `${file} imports ${request}`,
      advice: `Of the product's packages, a module may import only ${[CONTRACT, KIT, ...LIBRARIES].join(', ')}. Show another module's screen with <Widget>.`,
    }));
}

/**
 * Returns the violations in a module's bundle: second copies of shared packages, forbidden packages, components that the
 * kit exports, and imports of other packages of the product.
 *
 * @param kitParts components that the kit exports, each with its entry
 */
export function bundleRules(facts: BuildFacts, kitParts: ReadonlyMap<string, string>): Violation[] {
  return [...copyRules(facts), ...kitRules(facts, kitParts), ...boundaryRule(facts)];
}
