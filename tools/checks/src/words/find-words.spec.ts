import { findLongSentences, findUnwantedWords } from './find-words.ts';

const found = (source: string) => findUnwantedWords(source).map((finding) => finding.found);

test.each([
  ['a word', '// Nobody is here', ['Nobody']],
  ['a phrase', 'The rest goes on.', ['goes on']],
  [
    'a phrase over two lines of a doc comment',
    '/**\n * It is told\n * of it once\n * more. */',
    ['is told', 'told of', 'once more'],
  ],
  ['a name in camel case', 'const peopleByRole = takeNote();', ['people', 'take Note']],
  ['a constant and a file name', 'FIRST_WORKING fault-book.ts', ['FIRST WORKING', 'fault book']],
  [
    'names that the field has a term for',
    'type Words = string; const withWords = <Words>; announce(verdict); told: alarm();',
    ['type Words', '<Words', 'announce', 'verdict', 'told', 'alarm'],
  ],
  [
    'code with the knowledge of a user',
    'The server asks. Shells that do not know groups. Users know the server.',
    ['server asks', 'Shells that do not know'],
  ],
  ['whole without a unit', 'the whole file, in whole minutes', ['whole']],
])('finds %s', (_case, source, expected) => {
  expect(found(source).toSorted()).toEqual(expected.toSorted());
});

test.each([
  ['a longer word', 'Newspapers and besides, understands'],
  ['two names next to each other', 'const to = list.of(told);'],
  ['words that are clear in a sentence', 'Screen readers announce it. Both words mean a false alarm.'],
  ['the replacement', 'The signed-in user receives a notification.'],
])('accepts %s', (_case, source) => {
  expect(found(source)).toEqual([]);
});

test('names the line and what to write', () => {
  expect(findUnwantedWords('one\ntwo anew')).toEqual([
    { line: 2, found: 'anew', advice: 'write: again, retry, repeatedly' },
  ]);
});

const sentence = (words: number) => `${Array.from({ length: words }, () => 'word').join(' ')}.`;

test.each([
  ['a paragraph', `Short.\n\n${sentence(31)}`, [3]],
  ['a sentence over several lines', sentence(31).replaceAll('word word', 'word\nword'), [1]],
  ['a list item', `- ${sentence(10)}\n- ${sentence(31)}`, [2]],
  ['a table cell', `| a | b |\n| --- | --- |\n| short | ${sentence(31)} |`, [3]],
])('finds a long sentence in %s', (_case, markdown, lines) => {
  expect(findLongSentences(markdown).map(({ line }) => line)).toEqual(lines);
});

test.each([
  ['30 words', sentence(30)],
  ['two sentences', `${sentence(20)} Then ${sentence(20)}`.replace('word. Then', 'word. Then')],
  ['code', `\`\`\`sh\n${sentence(40)}\n\`\`\``],
  ['the address of a link', `[${sentence(5)}](https://example.com/${'a b '.repeat(30)})`],
  ['cells of one row', `| ${sentence(20)} | ${sentence(20)} |`],
])('accepts %s', (_case, markdown) => {
  expect(findLongSentences(markdown)).toEqual([]);
});
