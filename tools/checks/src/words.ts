import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryFiles, ROOT } from './repository-files.ts';

/** Patterns of words that make a sentence hard to read for an engineer whose first language is not English, and what to write. */
const UNWANTED: readonly [pattern: string, instead: string][] = [
  // `'nobody'` and `"nobody"` are an account of Unix.
  ['nobody(?![\'"])', 'no user, no client, none; or the passive'],
  ['somebody|anybody|whoever|everybody', 'a user, any client, all users, the caller'],
  ['people|(?:a|another) person', 'users, developers, operators, readers'],
  ['who is signed in', 'the signed-in user'],
  ['(?:is|are|was|were|be|been|being) told', 'receives, is notified'],
  ['(?:tells?|told|hears?|heard) of', 'reports, notifies, receives'],
  ['news|its word|without a word', 'event, message, response, notification'],
  ['verdicts?', 'result, outcome, decision'],
  [
    '(?:gateway|shell|server|service|database|module)s? (?:knows?|sees?|asks?|tells?|remembers?|wants?)',
    'stores, reads, requires',
  ],
  ['vouch(?:es|ed|ing)?', 'sign, signature, integrity hash'],
  ['anew|once more|again and again', 'again, retry, repeatedly'],
  // Clients answer questions of pilots: a file that mentions questions may use the word, but not for a program.
  [
    String.raw`(?:un)?answer(?:s|ed|ing)?(?<!question[^]*)(?![^]*question)`,
    'response, respond, return; for a user: decision',
  ],
  [
    '(?:api|call|gateway|provider|request|route|server|service|shell)s? answer(?:s|ed|ing)?|answer(?:s|ed)? with',
    'response, respond, return',
  ],
  ['beside', 'with, next to, in addition to, compared with'],
  ['(?:goes|go|went|going) on', 'continues'],
  ['stands|stand(?! (?:count|in quotes))', 'is, represents, replaces'],
  ['(?:gives?|gave|giving) way', 'falls back to, is replaced by'],
  ['(?:gives?|gave|given|giving) back', 'releases, rolls back, returns'],
  [
    'whole(?! (?:numbers?|minutes?|seconds?|cents?|dollars?|bytes?|days?|units?|percent))',
    'complete, entire, all',
  ],
  ['but for', 'except'],
  ['porter|prey|aftermath|pursuit|readmission|tally|strangers?|acquainted', 'the standard term'],
];

/** A line break inside a comment, with the mark that starts the next line. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\r?\n[ \t]*(?:\*|//|#|>)?[ \t]*)`;
const EXPRESSIONS = UNWANTED.map(
  ([pattern, instead]) =>
    [new RegExp(`(?<![A-Za-z])(?:${pattern.replaceAll(' ', GAP)})(?![A-Za-z])`, 'gi'), instead] as const,
);

/** `jobOwner` and `job_owner` read as `job Owner` and `job owner`. */
const withSplitNames = (source: string) =>
  source.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/(?<=[A-Za-z])[_-](?=[A-Za-z])/g, ' ');

/** Returns a line for each unwanted word of a text: `12: "anew": write: again, retry, repeatedly`. */
export function unwantedWords(source: string): string[] {
  const text = withSplitNames(source);
  return EXPRESSIONS.flatMap(([expression, instead]) =>
    [...text.matchAll(expression)].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${line}: "${found.replaceAll(/[\s*/#>]+/g, ' ')}": write: ${instead}`;
    }),
  );
}

/** Checks the names and sentences of the repository. The list of words is the only file that quotes them. */
export function checkWords(): string[] {
  return repositoryFiles('**/*.{ts,tsx,mjs,md,txt,yml,yaml}')
    .filter((file) => !/^tools\/checks\/src\/words\.(spec\.)?ts$/.test(file))
    .flatMap((file) =>
      [...unwantedWords(file), ...unwantedWords(readFileSync(path.join(ROOT, file), 'utf8'))].map(
        (found) => `${file}:${found}`,
      ),
    );
}
