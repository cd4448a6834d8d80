import type { Candidate, Gate } from './gate.ts';
import { built, pairsOf, runningModules, runningShells, type Pair } from './contract-sides.ts';
import { typeMisfits } from './contract-types.ts';

/** What to do where a module uses what a shell does not have. */
export const forModule = ({ module, shell }: Pair): string =>
  `Have ${module.title} keep to what ${shell.title} has, or promote a shell that has it first.`;

/** What to do where a shell does not have what a module uses. */
export const forShell = ({ module }: Pair): string =>
  `Keep the old form beside the new one until no page runs ${module.title} any more.`;

function pairsWith({ build, store, registry }: Candidate): Pair[] {
  if (!registry) return [];
  return build.kind === 'module'
    ? pairsOf([built(build, build.release.name, build.release)], runningShells(store, registry))
    : pairsOf(runningModules(store, registry), [built(build, 'shell', build.release)]);
}

/** A module works with the contract of every shell that pages run, and a shell with every module. */
export const contractGate: Gate = {
  name: 'contract',
  check: (candidate, tell) =>
    typeMisfits(pairsWith(candidate), candidate.build.kind === 'module' ? forModule : forShell, tell),
};
