import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  described,
  FAIL,
  ITEM,
  overwrite,
  PAGE,
  pageWith,
  readRelease,
  removeFile,
  replaceFile,
  ROUTE,
  type BadModule,
} from './bad-module.ts';

const KIT = '@dps/shared-contracts/ui/data';
const CONTRACT_FILE = 'contract.json';
const HTML = '<!doctype html><title>Not found</title>';
/** Random data does not compress. */
const NOISE = randomBytes(40_000).toString('base64');
const importing = (statement: string, use: string) => ({
  [PAGE]: `${statement}\n${pageWith(use)[PAGE] ?? ''}`,
});

/** Returns the script of the page. */
async function lastChunk(folder: string): Promise<string> {
  const { routes, entry } = await readRelease(folder);
  return routes[0]?.chunks.at(-1) ?? entry;
}

interface ContractJson {
  entries: Record<string, string>;
  files: Record<string, string>;
  use: { imports: Record<string, string[]> };
}

/** Adds a part to the kit of the build that no shell has, and a use of it, as a build with a later contract. */
async function usesLaterPart(dist: string): Promise<void> {
  const contract: ContractJson = JSON.parse(await readFile(path.join(dist, CONTRACT_FILE), 'utf8'));
  const { entries, files, use } = contract;
  const entry = entries[KIT] ?? '';
  const later = {
    ...contract,
    files: { ...files, [entry]: `${files[entry] ?? ''}export declare function WindRose(): null;\n` },
    use: { ...use, imports: { ...use.imports, [KIT]: [...(use.imports[KIT] ?? []), 'WindRose'] } },
  };
  await replaceFile(dist, CONTRACT_FILE, JSON.stringify(later));
}

/** Modules that their build refuses. */
const REFUSED_BY_THE_BUILD: readonly BadModule[] = [
  {
    fault: 'has a type error',
    stage: 'build',
    message: /\[types\].*TS2339: Property 'size' does not exist/s,
    files: pageWith(`console.log('wind'.size);`),
  },
  {
    fault: 'bundles a second React',
    stage: 'build',
    message: /\[one-copy\] react is bundled, imported by src\/WeatherPage\.tsx/,
    files: importing(
      `import { version } from '../../../../../node_modules/react/index.js';`,
      'void version;',
    ),
  },
  {
    fault: 'bundles a package that is forbidden',
    stage: 'build',
    message: /\[one-copy\] notistack is bundled/,
    files: importing(`import { SnackbarProvider } from 'notistack';`, 'void SnackbarProvider;'),
  },
  {
    fault: 'imports the sources of another module',
    stage: 'build',
    message: /\[module-boundary\]/,
    files: importing(`import payments from '@dps/mfe-payments/src/module.ts';`, 'void payments;'),
  },
  {
    fault: 'is too large',
    stage: 'build',
    message: /\[size-budget\] \/weather: [\d.]+ KiB of scripts first, over its budget of 30 KiB/,
    files: importing(`const NOISE = '${NOISE}' + location.href;`, 'console.log(NOISE);'),
  },
  {
    fault: 'needs a contract that does not exist',
    stage: 'build',
    message: /\[contract-range\] module\.json states the contract range \^9\.0\.0/,
    manifest: { contract: '^9.0.0' },
  },
  {
    fault: 'has a path of the gateway',
    stage: 'build',
    message: /\[reserved-route\]/,
    manifest: { routes: [{ ...ROUTE, path: '/api/weather' }], navigation: [] },
  },
  {
    fault: "has another module's widget",
    stage: 'build',
    message: /\[widget-name\]/,
    manifest: { widgets: [{ name: 'payments.card', source: PAGE }] },
  },
];

/** Modules whose files or description the release command refuses, before a browser runs them. */
const REFUSED_AS_FILES: readonly BadModule[] = [
  {
    fault: 'has a route of another module',
    stage: 'publish',
    message: /\[format\] Its route \/payments is taken: payments has \/payments\./,
    rebuild: described(({ routes }) => ({
      routes: [...routes, ...routes.map((route) => ({ ...route, path: '/payments' }))],
    })),
  },
  {
    fault: "leads to another module's page",
    stage: 'publish',
    message: /\[format\] Its navigation item \/payments is not the path of one of its routes/,
    manifest: { navigation: [{ ...ITEM, path: '/payments' }] },
  },
  {
    fault: 'has a long label',
    stage: 'publish',
    message: /\[format\] Its navigation label .* has 38 characters, and 24 fit/,
    manifest: { navigation: [{ ...ITEM, label: 'Weather and wind and rain and forecast' }] },
  },
  {
    fault: 'has a label that reverses the writing direction',
    stage: 'publish',
    message:
      /\[format\] Its navigation label .* contains control characters or marks of the writing direction/,
    manifest: { navigation: [{ ...ITEM, label: 'Weather\u202Estnemyap' }] },
  },
  {
    fault: 'has a label without a visible character',
    stage: 'publish',
    message: /\[format\] Its navigation label .* has no visible character/,
    manifest: { navigation: [{ ...ITEM, label: '\u200B' }] },
  },
  {
    fault: 'has a navigation item before all others',
    stage: 'publish',
    message:
      /\[format\] The order of its navigation item \/weather is -1; it must be an integer from 0 to 1000/,
    manifest: { navigation: [{ ...ITEM, order: -1 }] },
  },
  {
    fault: 'has a version that is not SemVer',
    stage: 'publish',
    message: /is not SemVer: write MAJOR\.MINOR\.PATCH/,
    version: '0.9',
  },
  {
    fault: 'uses a part of the contract that the shell does not have',
    stage: 'publish',
    message: /\[contract\] .*WindRose of @dps\/ui\/data is not there/s,
    rebuild: usesLaterPart,
  },
  {
    fault: 'has no entry',
    stage: 'publish',
    message: /remoteEntry\.\w+\.js is missing/,
    rebuild: async (dist) => removeFile(dist, (await readRelease(dist)).entry),
  },
  {
    fault: 'has a page whose script is missing',
    stage: 'publish',
    message: /assets\/\S+\.js is missing/,
    rebuild: async (dist) => removeFile(dist, await lastChunk(dist)),
  },
  {
    fault: 'was changed after its build',
    stage: 'publish',
    message: /assets\/\S+\.js differs from the built file/,
    rebuild: async (dist) => overwrite(dist, await lastChunk(dist), FAIL),
  },
  {
    fault: 'has an HTML page as its entry',
    stage: 'publish',
    message: /integrity hash|cannot be loaded/,
    rebuild: async (dist) => replaceFile(dist, (await readRelease(dist)).entry, HTML),
  },
  {
    fault: 'has other content and an old version',
    stage: 'publish',
    message: /modules\/weather\/0\.1\.0 is already published with other content\. A release never changes/,
    files: pageWith(''),
    version: '0.1.0',
  },
  {
    fault: 'is signed by another team',
    stage: 'publish',
    message: /The key \S+ may not release weather\.|not trusted here/,
    hasForeignKey: true,
  },
];

export const FAULTY_BUILDS: readonly BadModule[] = [...REFUSED_BY_THE_BUILD, ...REFUSED_AS_FILES];
