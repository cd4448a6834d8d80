/** A pattern that the repository does not use, and what replaces it. */
export interface UnwantedWord {
  /** Matched without regard to case, at word boundaries; a space also matches a line break inside a comment. */
  pattern: string;
  instead: string;
}

/**
 * Words that make a sentence hard to read for an engineer whose first language is not English. They are pronouns without a
 * noun, personification, and everyday words where the field has a term. An identifier counts as the words it consists of.
 */
export const UNWANTED_WORDS: readonly UnwantedWord[] = [
  { pattern: 'nobody', instead: 'no user, no client, none; or the passive' },
  { pattern: 'somebody|anybody|whoever', instead: 'a user, any client, the caller' },
  { pattern: 'everybody', instead: 'all users, every client' },
  { pattern: 'people|(?:a|another) person', instead: 'users, developers, operators, readers' },
  { pattern: 'who is signed in', instead: 'the signed-in user' },
  { pattern: '(?:is|are|was|were|be|been|being) told', instead: 'receives, is notified' },
  { pattern: '(?:tells?|told|hears?|heard) of', instead: 'reports, notifies, receives' },
  { pattern: 'news|its word|without a word', instead: 'event, message, response, notification' },
  // A field with this name. The property of a released component keeps it.
  { pattern: 'told(?=:)', instead: 'message' },
  { pattern: 'announce(?! (?:it|the toast))', instead: 'notify, start, declare; screen readers announce' },
  { pattern: 'verdicts?', instead: 'result, outcome, decision' },
  {
    pattern:
      '(?:gateway|shell|server|service|schema|router|runtime|planner|database|module|command)s? (?:that )?' +
      '(?:(?:do|does|did|must|will|would) )?(?:not |never )?(?:knows?|sees?|asks?|tells?|learns?|remembers?|wants?|lies)',
    instead: 'stores, reads, supports, requires, requests',
  },
  { pattern: 'vouch(?:es|ed|ing)?', instead: 'sign, signature, integrity hash' },
  { pattern: 'anew|once more|again and again', instead: 'again, retry, repeatedly' },
  { pattern: 'beside', instead: 'with, next to, in addition to, compared with' },
  { pattern: '(?:goes|go|went|going) on', instead: 'continues' },
  { pattern: 'stands|stand(?! (?:count|in quotes))', instead: 'is, represents, replaces' },
  { pattern: '(?:gives?|gave|giving) way', instead: 'falls back to, is replaced by' },
  {
    pattern: '(?:gives?|gave|given|giving|takes?|took|taken|taking) back',
    instead: 'releases, rolls back, returns',
  },
  { pattern: 'what is out|what everybody has', instead: 'the active releases, the stable release' },
  { pattern: '(?:lies|lie|laid|lays) over', instead: 'overlays' },
  { pattern: 'been through', instead: 'history' },
  { pattern: 'as it (?:is written|stands)', instead: 'literally; the current value' },
  {
    pattern: 'whole(?! (?:numbers?|minutes?|seconds?|cents?|dollars?|bytes?|days?|units?|percent))',
    instead: 'complete, entire, all',
  },
  { pattern: 'but for', instead: 'except' },
  {
    pattern: 'porter|prey|aftermath|pursuit|readmission|tally|strangers?|acquainted',
    instead: 'the standard term',
  },
  // Words that are clear in a sentence, and not as a name.
  {
    pattern: '(?:interface|type|class) (?:means|pen|words)|<(?:means|words)',
    instead: 'what the values are',
  },
  { pattern: '(?:const|function) within(?=[<(=]| =)', instead: 'withTimeout, inRange' },
  { pattern: 'const turns', instead: 'mutex, queue, rounds' },
  { pattern: 'alarm(?=\\()', instead: 'notify' },
  { pattern: 'fault book|take note|first working|hold refused calls', instead: 'the standard term' },
];
