import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs } from '@zxcvbn-ts/language-common';
import { commonPasswordList, paths } from '@dps/contract';

/** The rating reads this many characters: its time grows faster than the length. */
const MOST_CHARACTERS = 48;

/** From 0, guessed at once, to 4, as safe as it needs to be. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;
/** Rates a password. `known` are texts that an attacker knows, such as the username. */
export type RatePassword = (password: string, known: readonly string[]) => PasswordScore;

/**
 * Loads the most common passwords and returns the function that rates passwords.
 *
 * @throws without the list: a rating without it would praise common passwords
 */
export async function loadRating(): Promise<RatePassword> {
  const response = await fetch(paths.commonPasswords());
  const rater = new ZxcvbnFactory({
    dictionary: { passwords: commonPasswordList.validateSync(await response.json()) },
    graphs: adjacencyGraphs,
    maxLength: MOST_CHARACTERS,
  });
  return (password, known) => rater.check(password.slice(0, MOST_CHARACTERS), known.filter(Boolean)).score;
}
