import type { EntrySignature, Registry, RegistryModule } from '@dps/contract';
import type { KeyRing } from './key-ring.ts';

/** Name of the entry of the shell. No module can have it. */
export const SHELL = 'shell';

type Shells = Pick<Registry, 'shell' | 'previousShell' | 'shellCanary' | 'shellSignature'>;

/** One signed statement of a registry: a module, or the shells. */
export type Entry = { name: string; signature: EntrySignature | undefined; value: object } & (
  | { module: RegistryModule }
  | { shells: Shells }
);

function moduleEntry(module: RegistryModule): Entry {
  const { signature, ...value } = module;
  return { name: module.name, signature, value, module };
}

function shellEntry(registry: Registry): Entry {
  const { shell, previousShell, shellCanary, shellSignature } = registry;
  const value = { shell, ...(previousShell && { previousShell }), ...(shellCanary && { shellCanary }) };
  const signature = shellSignature;
  return {
    name: SHELL,
    signature,
    value,
    shells: { ...value, ...(signature && { shellSignature: signature }) },
  };
}

/** Returns all entries of a registry, the shell's first. */
export const entriesOf = (registry: Registry): Entry[] => [
  shellEntry(registry),
  ...registry.modules.map(moduleEntry),
];

/** Returns a registry with other signatures of its entries. */
export const withSignatures = (
  registry: Registry,
  signatureOf: (entry: Entry) => EntrySignature | undefined,
): Registry => {
  const shellSignature = signatureOf(shellEntry(registry));
  return {
    ...registry,
    ...(shellSignature && { shellSignature }),
    modules: registry.modules.map((module) => {
      const signature = signatureOf(moduleEntry(module));
      return { ...module, ...(signature && { signature }) };
    }),
  };
};

/** An entry that does not count. */
export interface EntryProblem {
  name: string;
  why: 'unsigned' | 'untrusted' | 'revoked' | 'replayed';
  /** The key of its signature. */
  key?: string;
}

/** A registry in which every entry is valid. */
export interface Settled {
  registry: Registry;
  /** The entries that were replaced by their last valid statement, or withdrawn. */
  problems: EntryProblem[];
  /** Whether a problem entry has no valid statement. */
  isIncomplete: boolean;
}

function problemOf({ name, value, signature }: Entry, ring: KeyRing): EntryProblem | undefined {
  if (!signature) return { name, why: 'unsigned' };
  if (ring.isValid(name, value, signature)) return undefined;
  return { name, why: ring.isRevoked(signature.key) ? 'revoked' : 'untrusted', key: signature.key };
}

/** Returns the newest valid statement of an entry in other registries. */
function lastValid(name: string, bases: readonly Registry[], ring: KeyRing): Entry | undefined {
  const valid = bases.flatMap((base) =>
    entriesOf(base).filter((entry) => entry.name === name && !problemOf(entry, ring)),
  );
  return valid.reduce<Entry | undefined>(
    (best, each) => (best && revisionOf(best) >= revisionOf(each) ? best : each),
    undefined,
  );
}

/** An entry without an own statement is older than all statements. */
const revisionOf = ({ signature }: Entry): number => signature?.revision ?? 0;

/** Returns the highest `reloadBefore` of the valid statements. */
function reloadOf(entries: readonly Entry[]): { reloadBefore?: number } {
  const reloadBefore = Math.max(0, ...entries.map(({ signature }) => signature?.reloadBefore ?? 0));
  return reloadBefore > 0 ? { reloadBefore } : {};
}

/**
 * Replaces each entry that no entitled key has signed, or that is older than a known statement, by its last valid statement.
 * A module without one is withdrawn.
 *
 * @param bases known registries
 * @throws if no entry is valid, or the shell has no valid statement
 */
export function settle(registry: Registry, bases: readonly Registry[], ring: KeyRing): Settled {
  const problems: EntryProblem[] = [];
  const all = entriesOf(registry);
  const settled = all.flatMap((entry) => {
    const last = lastValid(entry.name, bases, ring);
    const isOlder = last !== undefined && revisionOf(last) > revisionOf(entry);
    const problem = problemOf(entry, ring) ?? (isOlder && { name: entry.name, why: 'replayed' as const });
    if (!problem) return [entry];
    problems.push(problem);
    return last ? [last] : [];
  });
  const isIncomplete = settled.length < all.length;
  const [first] = settled;
  if (problems.length === all.length || !first || !('shells' in first))
    throw new UntrustedEntries(problems, isIncomplete);
  const settledRegistry: Registry = {
    revision: registry.revision,
    ...first.shells,
    modules: settled.flatMap((entry) => ('module' in entry ? [entry.module] : [])),
    ...reloadOf(settled),
  };
  return { registry: settledRegistry, problems, isIncomplete };
}

/** No entry of a registry is usable. */
export class UntrustedEntries extends Error {
  readonly problems: readonly EntryProblem[];
  readonly isIncomplete: boolean;

  constructor(problems: readonly EntryProblem[], isIncomplete: boolean) {
    super(problems.map(({ name, why }) => `${name} is ${why}`).join(', '));
    this.problems = problems;
    this.isIncomplete = isIncomplete;
  }
}
