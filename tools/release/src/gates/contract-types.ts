import { compareContracts } from '@dps/federation/compare-contracts';
import type { ContractFile } from '@dps/federation/contract-file';
import type { Pair, Side } from './contract-sides.ts';

interface ReadPair extends Pair {
  had: ContractFile;
  has: ContractFile;
}

/** Reads each side once; a pair of which one side says nothing is told of and left out. */
async function readPairs(pairs: readonly Pair[], tell?: (line: string) => void): Promise<ReadPair[]> {
  const known = new Map<string, ContractFile | null>();
  const contractOf = async ({ title, read }: Side): Promise<ContractFile | null> => {
    const before = known.get(title);
    if (before !== undefined) return before;
    const contract = await read();
    known.set(title, contract);
    if (!contract)
      tell?.(`${title} does not say what its contract looks like: only the range of versions is compared.`);
    return contract;
  };
  const found: ReadPair[] = [];
  for (const { module, shell } of pairs) {
    const [had, has] = [await contractOf(module), await contractOf(shell)];
    if (had && has) found.push({ module, shell, had, has });
  }
  return found;
}

const fingerprint = ({ entries, files }: ContractFile): string => JSON.stringify([entries, files]);

/**
 * Compares what modules were built with to what shells provide, by types.
 *
 * @param advice what to do about it, in a sentence
 * @param tell hears of releases that cannot be compared; whoever published them has heard of it
 * @returns a sentence for everything that does not fit
 */
export async function typeMisfits(
  pairs: readonly Pair[],
  advice: (pair: Pair) => string,
  tell?: (line: string) => void,
): Promise<string[]> {
  // Modules that were built with the same contract are compared in one go.
  const groups = Map.groupBy(await readPairs(pairs, tell), ({ had, has }) =>
    JSON.stringify([fingerprint(had), fingerprint(has)]),
  );
  const found: string[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const breaks = await compareContracts(
      first.had,
      first.has,
      group.map(({ had: { use } }) => use),
    );
    for (const [i, pair] of group.entries()) {
      const { module, shell } = pair;
      const built = `${module.title} was built with contract ${pair.had.version}, and ${shell.title} has ${pair.has.version}`;
      found.push(...(breaks[i] ?? []).map((each) => `${built}: ${each} ${advice(pair)}`));
    }
  }
  return found;
}
