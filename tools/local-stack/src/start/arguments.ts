import { StackFailure } from '../failure.ts';

/** What the command line asks for, but for `--help`. Throws StackFailure for an option that does not exist. */
export function parseArguments(given: string[]): { fresh: boolean } {
  const unknown = given.find((option) => option !== '--fresh');
  if (unknown !== undefined)
    throw new StackFailure(`There is no option ${unknown}. The options are --fresh and --help.`);
  return { fresh: given.length > 0 };
}
