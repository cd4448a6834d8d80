import { compareVersions, fitsContract, type RegistryModule } from '@dps/contract';
import type { ModuleHistory } from '../../modules/document-releases.ts';
import { releaseTexts } from '../../texts/releases.ts';

/** The panel's details about the shell or a module. */
export interface PartReport {
  /** Name of the module; `shell`. */
  name: string;
  title: string;
  /** The version that runs, or that a page would load. */
  version: string;
  status: 'waiting' | 'runs' | 'replaced' | 'failed';
  /** Whether this tab overrides it. */
  isReplaced: boolean;
  /** The reasons for the version: sentences. */
  why: string[];
  /** Time and duration of the load. */
  loaded: string;
  contract: string;
  /** The team that releases it; undefined for the shell, or if module.json does not state it. */
  owner?: string | undefined;
  /** Other versions, newest first; undefined while they are not known. */
  others: readonly string[] | undefined;
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'long' });
const { why, state } = releaseTexts;
/** Shown in place of a version. */
const NONE = '–';

/** Formats the time of a load and its duration in ms. */
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
    case 'preview':
      return why.preview(promoted);
    case 'canary':
      return canary ? why.canary(canary.percent, promoted) : why.group(promoted);
    case 'inactive':
      return why.inactive;
    case 'fits':
      return why.fits(promoted);
    case 'stable':
    case undefined:
      return contract !== undefined && needed !== undefined && !fitsContract(contract, needed)
        ? why.misfit
        : why.stable;
    // A gateway that is newer than this shell may use more reasons.
    default:
      return why.other;
  }
}

function failureReasons({ running, failures }: ModuleHistory): string[] {
  const messages = [...new Map(failures.map((each) => [each.version, each.what]))];
  return messages
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
  { running, failures, loads }: ModuleHistory,
): PartReport['status'] {
  const isMissing = choice?.problem !== undefined || loads.at(-1)?.outcome === 'unavailable';
  if (isMissing || (running === undefined && failures.length > 0)) return 'failed';
  if (choice?.reason === 'override') return 'replaced';
  return running === undefined ? 'waiting' : 'runs';
}

/** Returns the versions of a module except one, newest first. */
const otherVersions = ({ releases }: RegistryModule, version: string): string[] =>
  Object.keys(releases)
    .filter((each) => each !== version)
    .toSorted((one, other) => compareVersions(other, one));

/**
 * Returns the panel's details about a module.
 *
 * @param module the module in the registry of this page
 * @param history its load history
 * @param full the module in the complete registry, if that has loaded
 * @param contract the version of the contract that the shell provides
 */
export function moduleReport(
  module: RegistryModule,
  history: ModuleHistory,
  { full, contract }: { full?: RegistryModule | undefined; contract?: string | undefined },
): PartReport {
  const { name, title, stable, releases, choice } = module;
  const hasNone = choice?.problem !== undefined || choice?.reason === 'inactive';
  const version = hasNone ? NONE : (history.running ?? stable);
  const range = releases[version]?.contract;
  return {
    name,
    title,
    version,
    status: statusOf(module, history),
    isReplaced: choice?.reason === 'override',
    why: [
      chosenBecause(module, contract),
      ...(choice?.problem === undefined ? failureReasons(history) : [choice.problem]),
    ],
    loaded: loadedWhen(history),
    owner: (full ?? module).owner,
    contract: range === undefined ? '' : releaseTexts.panel.needs(range),
    others: full && otherVersions(full, choice?.source?.includes('://') ? '' : version),
  };
}

/**
 * Returns the panel as text, for a bug report.
 *
 * @param head lines about the page
 */
export function reportText(head: readonly string[], parts: readonly PartReport[]): string {
  const lines = parts.map(({ title, version, contract, loaded, why: reasons }) =>
    [`${title} ${version}`, ...reasons, loaded, contract].filter((each) => each !== '').join(' | '),
  );
  return [...head, ...lines].join('\n');
}
