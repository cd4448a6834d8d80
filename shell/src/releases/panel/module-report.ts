import { compareVersions, fitsContract, type RegistryModule } from '@dps/shared-contracts';
import type { ModuleHistory } from '../../modules/module-history.ts';
import { releaseTexts } from '../../texts/releases.ts';

/** What the panel says of the shell or of a module. */
export interface PartReport {
  /** Name of the module; `shell`. */
  name: string;
  title: string;
  /** The version that runs, or would. */
  version: string;
  status: 'waiting' | 'runs' | 'replaced' | 'failed';
  /** Whether somebody chose it for this tab. */
  isReplaced: boolean;
  /** Why it is that version: sentences. */
  why: string[];
  /** When it came and how long it took. */
  loaded: string;
  contract: string;
  /** Other versions that there are, newest first; undefined while that is not known. */
  others: readonly string[] | undefined;
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });
const { why, state } = releaseTexts;
/** Stands where no version does. */
const NONE = '–';

/** When something came, and how long it took in ms. */
export const loadedAt = (at: number, ms: number): string => state.loaded(clock.format(at), Math.round(ms));

function chosenBecause(
  { stable, canary, choice, releases }: RegistryModule,
  contract: string | undefined,
): string {
  const promoted = choice?.promoted ?? stable;
  const needed = releases[stable]?.contract;
  switch (choice?.reason) {
    case 'override':
      return why.override(choice.source ?? stable, promoted);
    case 'canary':
      return why.canary(canary?.percent ?? 0, promoted);
    case 'fits':
      return why.fits(promoted);
    case 'stable':
    case undefined:
      return contract !== undefined && needed !== undefined && !fitsContract(contract, needed)
        ? why.misfit
        : why.stable;
    // A gateway that is newer than this shell may know more reasons.
    default:
      return why.other;
  }
}

function fallenBack({ running, givenUp }: ModuleHistory): string[] {
  const failures = [...new Map(givenUp.map((each) => [each.version, each.what]))];
  return failures
    .filter(([version]) => version !== running)
    .map(([version, what]) => (running === undefined ? why.nothingRuns : why.failed)(version, what));
}

function loadedWhen({ loads }: ModuleHistory): string {
  const first = loads.find(({ outcome }) => outcome !== 'unavailable');
  if (!first) return loads.length === 0 ? state.notLoaded : state.neverLoaded;
  const count = (outcome: string) => loads.filter((load) => load.outcome === outcome).length;
  const counts = state.counts(count('retried'), count('fallback'), count('unavailable'));
  return [loadedAt(first.at, first.ms), counts].filter((each) => each !== '').join('; ');
}

function statusOf(
  { choice }: RegistryModule,
  { running, givenUp, loads }: ModuleHistory,
): PartReport['status'] {
  const isMissing = choice?.problem !== undefined || loads.at(-1)?.outcome === 'unavailable';
  if (isMissing || (running === undefined && givenUp.length > 0)) return 'failed';
  if (choice?.reason === 'override') return 'replaced';
  return running === undefined ? 'waiting' : 'runs';
}

/** The versions of a module besides one, newest first. */
export const otherVersions = ({ releases }: RegistryModule, version: string): string[] =>
  Object.keys(releases)
    .filter((each) => each !== version)
    .toSorted((one, other) => compareVersions(other, one));

/**
 * What the panel says of a module.
 *
 * @param module as this page has it
 * @param history what became of it in this page
 * @param full the module in the whole registry, where that has come
 * @param contract what the shell provides
 */
export function moduleReport(
  module: RegistryModule,
  history: ModuleHistory,
  { full, contract }: { full?: RegistryModule | undefined; contract?: string | undefined },
): PartReport {
  const { name, title, stable, releases, choice } = module;
  const version = choice?.problem === undefined ? (history.running ?? stable) : NONE;
  const range = releases[version]?.contract;
  return {
    name,
    title,
    version,
    status: statusOf(module, history),
    isReplaced: choice?.reason === 'override',
    why: [
      chosenBecause(module, contract),
      ...(choice?.problem === undefined ? fallenBack(history) : [choice.problem]),
    ],
    loaded: loadedWhen(history),
    contract: range === undefined ? '' : releaseTexts.panel.needs(range),
    others: full && otherVersions(full, choice?.source?.includes('://') ? '' : version),
  };
}
