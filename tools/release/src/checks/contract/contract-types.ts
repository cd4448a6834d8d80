import { compareContracts } from '@dps/module-kit/compare-contracts';
import type { ContractFile } from '@dps/module-kit/contract-file';
import type { Pair, ContractSide } from './contract-sides.ts';

interface ReadPair extends Pair {
  had: ContractFile;
  has: ContractFile;
}

/** Reads each release once. Reports and skips pairs with a release that has no contract file. */
async function readPairs(pairs: readonly Pair[], report?: (line: string) => void): Promise<ReadPair[]> {
  const known = new Map<string, ContractFile | null>();
  const contractOf = async ({ title, read }: ContractSide): Promise<ContractFile | null> => {
    const before = known.get(title);
    if (before !== undefined) return before;
    const contract = await read();
    known.set(title, contract);
    if (!contract) report?.(`${title} has no contract file: only its version range is compared.`);
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
 * Compares the types that modules use with the types that shells provide.
 *
 * @param advice returns the solution in one sentence
 * @param report receives the releases that have no contract file
 * @returns one sentence for each mismatch
 */
export async function typeMismatches(
  pairs: readonly Pair[],
  advice: (pair: Pair) => string,
  report?: (line: string) => void,
): Promise<string[]> {
  // One comparison covers all modules that were built with the same contract.
  const groups = Map.groupBy(await readPairs(pairs, report), ({ had, has }) =>
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
