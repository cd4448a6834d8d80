/** How a module says which contracts it works with: `^1.1.0 || ^2.0.0`. */
export const CONTRACT_RANGE = /^\^[1-9]\d*\.\d+\.\d+( \|\| \^[1-9]\d*\.\d+\.\d+)*$/;

const numbersOf = (version: string): number[] => version.split(/[.-]/, 3).map(Number);

/** Orders versions by their three numbers, older ones first; what follows a hyphen does not count. */
export function compareVersions(one: string, other: string): number {
  const others = numbersOf(other);
  return (
    numbersOf(one)
      .map((number, i) => number - (others[i] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  );
}

/**
 * Whether a shell with this contract can run a release that asks for this range. semver would say the same of these
 * ranges and cost every first load 3 KB; of one that is written otherwise the release command has judged already.
 *
 * @param contract the version that the shell provides: `1.4.0`
 */
export function fitsContract(contract: string, range: string): boolean {
  if (!CONTRACT_RANGE.test(range)) return true;
  return range.split(' || ').some((caret) => {
    const least = caret.slice(1);
    return numbersOf(least)[0] === numbersOf(contract)[0] && compareVersions(contract, least) >= 0;
  });
}
