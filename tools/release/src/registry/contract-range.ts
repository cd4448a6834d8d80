import { satisfies } from 'semver';
import type { ModuleRelease, Registry, ShellRelease } from '@dps/shared-contracts';
import { Refusal } from '@dps/release-store/refusal';

/** A release and a shell that do not fit each other, in words; nothing where the shell's contract is not known. */
function misfit(name: string, { version, contract }: ModuleRelease, shell: ShellRelease): string[] {
  if (shell.contract === undefined || satisfies(shell.contract, contract)) return [];
  return [
    `${name} ${version} needs the contract ${contract}, and the shell ${shell.version} provides ${shell.contract}`,
  ];
}

/** Each release that pages may run, against each shell that pages may run: those that do not fit. */
export function misfits({ shell, previousShell, modules }: Registry): string[] {
  const shells = previousShell ? [shell, previousShell] : [shell];
  return modules.flatMap(({ name, stable, canary, releases }) =>
    [...new Set([stable, canary?.version])].flatMap((version) => {
      const release = version === undefined ? undefined : releases[version];
      return release ? shells.flatMap((each) => misfit(name, release, each)) : [];
    }),
  );
}

/** Throws Refusal where a change would let a page run a module whose contract its shell does not provide. */
export function refuseNewMisfits(before: Registry | undefined, after: Registry): Registry {
  const known = new Set(before ? misfits(before) : []);
  const found = misfits(after).filter((each) => !known.has(each));
  if (found.length > 0) throw new Refusal(`${found.join('\n')}.\nNothing was changed.`);
  return after;
}
