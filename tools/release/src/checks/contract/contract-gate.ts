import { satisfies } from 'semver';
import type { ModuleRelease, Registry, ShellRelease } from '@dps/contract';
import { compareContracts, compareWidgets } from '@dps/module-kit/compare-contracts';
import type { ContractFile } from '@dps/module-kit/contract-file';
import type { ReleaseContext } from '../../registry/change-registry.ts';
import { refuseNewMismatches } from '../../registry/contract-range.ts';
import { UnchangedError } from '../../store/command-error.ts';
import type { Candidate, Gate } from '../gate.ts';
import { built, runningIn, type ContractSide, type Running } from './contract-sides.ts';

/** Two releases that can run in one page: a module, and the shell or the other module that provides what it uses. */
interface Pair<Provider extends ModuleRelease | ShellRelease> {
  user: ContractSide<ModuleRelease>;
  provider: ContractSide<Provider>;
}

/** Returns each module with each shell whose contract is in its version range. */
const shellPairs = ({ modules, shells }: Running): Pair<ShellRelease>[] =>
  modules.flatMap((user) =>
    shells
      .filter(({ release: { contract } }) => !contract || satisfies(contract, user.release.contract))
      .map((provider) => ({ user, provider })),
  );

/** Returns each module with each release of the other modules, which may provide widgets that it shows. */
const widgetPairs = ({ modules }: Running): Pair<ModuleRelease>[] =>
  modules.flatMap((user) =>
    modules.filter(({ name }) => name !== user.name).map((provider) => ({ user, provider })),
  );

const titleOf = ({ user, provider }: Pair<ModuleRelease | ShellRelease>) =>
  `${user.title} with ${provider.title}`;

/** Returns the pairs that a change adds. */
function addedPairs<Each extends Pair<ModuleRelease | ShellRelease>>(
  before: readonly Each[],
  after: readonly Each[],
): Each[] {
  const known = new Set(before.map(titleOf));
  return after.filter((pair) => !known.has(titleOf(pair)));
}

type Report = (line: string) => void;

/** Reads the contract files of pairs. Reports and skips pairs with a release that has none. */
async function readPairs(pairs: readonly Pair<ShellRelease>[], report: Report) {
  const missing = new Set<string>();
  const contractOf = async ({ title, read }: ContractSide): Promise<ContractFile[]> => {
    const contract = await read();
    if (!contract) missing.add(title);
    return contract ? [contract] : [];
  };
  const found = [];
  for (const { user, provider } of pairs) {
    const [[had], [has]] = [await contractOf(user), await contractOf(provider)];
    if (had && has) found.push({ user, provider, had, has });
  }
  for (const title of missing) report(`${title} has no contract file: only its version range is compared.`);
  return found;
}

const fingerprint = ({ entries, files }: ContractFile): string => JSON.stringify([entries, files]);

/**
 * Compares the types that modules use with the types that shells provide.
 *
 * @param ran titles of the releases that run before the change
 * @returns one sentence for each mismatch, with its solution
 */
async function typeMismatches(
  pairs: readonly Pair<ShellRelease>[],
  ran: ReadonlySet<string>,
  report: Report,
): Promise<string[]> {
  // One comparison covers all modules that were built with the same contract.
  const groups = Map.groupBy(await readPairs(pairs, report), ({ had, has }) =>
    JSON.stringify([fingerprint(had), fingerprint(has)]),
  );
  const found: string[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const uses = group.map(({ had }) => had.use);
    const breaks = await compareContracts(first.had, first.has, uses);
    for (const [i, { user, provider, had, has }] of group.entries()) {
      const versions = `${user.title} was built with contract ${had.version}, and ${provider.title} has ${has.version}`;
      const advice = ran.has(provider.title)
        ? `Have ${user.title} keep to what ${provider.title} has, or promote a shell that has it first.`
        : `Keep the old form next to the new one until no page runs ${user.title} any more.`;
      found.push(...(breaks[i] ?? []).map((each) => `${versions}: ${each} ${advice}`));
    }
  }
  return found;
}

/**
 * Compares the props of widgets that their owners declare: what a module passes, and what the owner accepts. `typeMismatches`
 * compares the widgets of the contract.
 *
 * @param ran titles of the releases that run before the change
 * @returns one sentence for each mismatch, with its solution
 */
async function widgetMismatches(
  pairs: readonly Pair<ModuleRelease>[],
  ran: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = [];
  for (const { user, provider } of pairs) {
    const had = await user.read();
    const shown = (had?.use.declared ?? []).filter(
      (name) => name.startsWith(`${provider.name}.`) && had?.use.shows.includes(name),
    );
    // Most modules show no such widget, and need no contract of the other one.
    const has = shown.length > 0 ? await provider.read() : null;
    if (!had || !has) continue;
    const breaks = await compareWidgets(had, has, provider.name, shown);
    const advice = ran.has(user.title)
      ? `Keep the old props next to the new ones until no page runs ${user.title} any more.`
      : `Copy its props again with the command "widgets ${provider.name}", or promote the release of ${provider.name} that has them first.`;
    found.push(
      ...breaks.map((each) => `${user.title} shows widgets of ${provider.title}: ${each} ${advice}`),
    );
  }
  return found;
}

/** Compares all releases that a change combines and that no page combines before. */
async function newMismatches(
  before: Running,
  after: Running,
  report: Report = () => undefined,
): Promise<string[]> {
  const ran = new Set([...before.modules, ...before.shells].map(({ title }) => title));
  return [
    ...(await typeMismatches(addedPairs(shellPairs(before), shellPairs(after)), ran, report)),
    ...(await widgetMismatches(addedPairs(widgetPairs(before), widgetPairs(after)), ran)),
  ];
}

function withCandidate({ modules, shells }: Running, { build }: Candidate): Running {
  if (build.kind === 'shell') return { modules, shells: [...shells, built(build, 'shell', build.release)] };
  return { modules: [...modules, built(build, build.release.name, build.release)], shells };
}

/**
 * Checks a module against the contracts of all active shells and the widgets of all active modules, and a shell against all
 * active modules.
 */
export const contractGate: Gate = {
  name: 'contract',
  check: async (candidate, report) => {
    const { store, registry } = candidate;
    if (!registry) return [];
    const now = runningIn(store, registry);
    return newMismatches(now, withCandidate(now, candidate), report);
  },
};

/**
 * Rejects a change that would combine a module with an incompatible shell, by the version range and by the types that the
 * module uses, or with incompatible widgets.
 *
 * @throws CommandError that lists all mismatches
 */
export async function refuseIncompatible(
  { store }: ReleaseContext,
  before: Registry,
  after: Registry,
): Promise<Registry> {
  refuseNewMismatches(before, after);
  const found = await newMismatches(runningIn(store, before), runningIn(store, after));
  if (found.length > 0) throw new UnchangedError(found.join('\n'));
  return after;
}
