import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './repository-files.ts';

/** Licences of packages that reach production: permissive ones, and the LGPL for a library that is linked at run time (libvips). */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT License',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
]);

/** Packages whose lock entry has no licence. Their licence files contain the MIT licence. */
const LICENCE_IN_FILE = new Set(['passport-local', 'passport-strategy', 'pause']);

const FOLDER = 'node_modules/';

/** True if the licence expression, or one of its alternatives, consists of accepted licences. */
function isAccepted(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((licence) => LICENCES.has(licence)));
}

/**
 * Checks the locked packages without a network. Each comes from the registry, has an integrity hash, and runs an install
 * script only by decision. It has an accepted licence if it reaches production.
 *
 * @param packages the `packages` of a lock file
 * @param decided names of packages whose install scripts are allowed or refused in `package.json`
 * @returns one line for each fault
 */
export function dependencyFaults(packages: object, decided: ReadonlySet<string>): string[] {
  return Object.entries(packages).flatMap(([place, entry]: [string, unknown]) => {
    if (!place.includes(FOLDER) || typeof entry !== 'object' || entry === null) return [];
    const name = place.slice(place.lastIndexOf(FOLDER) + FOLDER.length);
    const field = (key: string): unknown => Reflect.get(entry, key);
    if (field('link') === true) return [];
    const license = field('license');
    const integrity = field('integrity');
    const resolved = field('resolved');
    // The lock completes optional packages of other platforms by name and version alone: they are never installed here.
    const isListedOnly = field('optional') === true && integrity === undefined;
    const needsLicence = field('dev') !== true && !isListedOnly && !LICENCE_IN_FILE.has(name);
    const faults: [boolean, string][] = [
      [resolved !== undefined, `expected the registry, found ${String(resolved)}`],
      [!isListedOnly && !String(integrity).startsWith('sha512-'), 'has no SHA-512 integrity hash'],
      [needsLicence && !isAccepted(String(license)), `the licence ${String(license)} is not accepted`],
      [
        field('hasInstallScript') === true && !decided.has(name),
        'has an install script; allow or refuse it in allowScripts of package.json',
      ],
    ];
    return faults.filter(([isFault]) => isFault).map(([, text]) => `${place}: ${text}`);
  });
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
const objectIn = (value: unknown, key: string): object => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  if (typeof found === 'object' && found !== null) return found;
  throw new Error(`${key} is missing`);
};

/** Checks the dependencies of the repository. */
export function checkDependencies(): string[] {
  const decided = Object.keys(objectIn(readJson('package.json'), 'allowScripts'));
  return dependencyFaults(objectIn(readJson('package-lock.json'), 'packages'), new Set(decided));
}
