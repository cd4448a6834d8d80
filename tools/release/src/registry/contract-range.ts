import { satisfies } from 'semver';
import { shellsIn, type ModuleRelease, type Registry, type ShellRelease } from '@dps/contract';
import { UnchangedError } from '../store/command-error.ts';
import { activeVersions, releasesOf } from './choose-release.ts';

/** Returns a sentence if a release does not match a shell. A shell without a contract matches every release. */
function mismatch(name: string, { version, contract }: ModuleRelease, shell: ShellRelease): string[] {
  if (shell.contract === undefined || satisfies(shell.contract, contract)) return [];
  return [
    `${name} ${version} needs the contract ${contract}, and the shell ${shell.version} provides ${shell.contract}`,
  ];
}

/** Returns the active releases that do not match an active shell. */
export function contractMismatches(registry: Registry): string[] {
  const shells = shellsIn(registry);
  return registry.modules.flatMap((module) =>
    releasesOf(module, activeVersions(module)).flatMap((release) =>
      shells.flatMap((each) => mismatch(module.name, release, each)),
    ),
  );
}

/** Returns the new registry. Throws CommandError if it combines a module with a shell that lacks its contract. */
export function refuseNewMismatches(before: Registry | undefined, after: Registry): Registry {
  const known = new Set(before ? contractMismatches(before) : []);
  const found = contractMismatches(after).filter((each) => !known.has(each));
  if (found.length > 0) throw new UnchangedError(`${found.join('\n')}.`);
  return after;
}
