import type { Candidate, Gate } from '../gate.ts';
import { built, pairsOf, runningModules, runningShells, type Pair } from './contract-sides.ts';
import { typeMismatches } from './contract-types.ts';
import { forHost, forOwner, widgetMismatches, widgetPairsOf } from './widget-types.ts';

/** Returns the advice for a module that uses a part that the shell lacks. */
export const forModule = ({ module, shell }: Pair): string =>
  `Have ${module.title} keep to what ${shell.title} has, or promote a shell that has it first.`;

/** Returns the advice for a shell that lacks a part that a module uses. */
export const forShell = ({ module }: Pair): string =>
  `Keep the old form next to the new one until no page runs ${module.title} any more.`;

function pairsWith({ build, store, registry }: Candidate): Pair[] {
  if (!registry) return [];
  return build.kind === 'module'
    ? pairsOf([built(build, build.release.name, build.release)], runningShells(store, registry))
    : pairsOf(runningModules(store, registry), [built(build, 'shell', build.release)]);
}

async function widgetProblems({ build, store, registry }: Candidate): Promise<string[]> {
  if (!registry || build.kind === 'shell') return [];
  const running = runningModules(store, registry);
  const own = [built(build, build.release.name, build.release)];
  return [
    ...(await widgetMismatches(widgetPairsOf(own, running), forHost)),
    ...(await widgetMismatches(widgetPairsOf(running, own), forOwner)),
  ];
}

/**
 * Checks a module against the contracts of all active shells and the widgets of all active modules, and a shell against all
 * active modules.
 */
export const contractGate: Gate = {
  name: 'contract',
  check: async (candidate, report) => [
    ...(await typeMismatches(
      pairsWith(candidate),
      candidate.build.kind === 'module' ? forModule : forShell,
      report,
    )),
    ...(await widgetProblems(candidate)),
  ],
};
