import { unwantedWords } from './words.ts';

test.each([
  ['a word', '// Nobody is here', ['1: "Nobody": write: no user, no client, none; or the passive']],
  [
    'a phrase over two lines of a doc comment',
    '/**\n * once\n * more. */',
    ['2: "once more": write: again, retry, repeatedly'],
  ],
  [
    'a part of a name',
    'const peopleByRole = 1;',
    ['1: "people": write: users, developers, operators, readers'],
  ],
  [
    'a word in a name, and not in a fixed phrase',
    'const keptAnswer = "to answer questions";',
    ['1: "Answer": write: response, respond, return; for a user: decision'],
  ],
  ['no longer word', 'Newspapers, besides', []],
])('finds %s', (_case, source, expected) => {
  expect(unwantedWords(source)).toEqual(expected);
});
